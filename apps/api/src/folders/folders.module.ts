import { Module } from '@nestjs/common';
import { ChangeFolderHandler } from './change-folder.command.js';
import { CreateFolderHandler } from './create-folder.command.js';
import { DeleteFolderHandler } from './delete-folder.command.js';
import { FoldersController } from './folders.controller.js';
import { ListFoldersHandler } from './list-folders.query.js';

@Module({
  controllers: [FoldersController],
  providers: [ListFoldersHandler, CreateFolderHandler, ChangeFolderHandler, DeleteFolderHandler],
})
export class FoldersModule {}
