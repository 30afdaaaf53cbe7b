import { Module } from '@nestjs/common';
import { CreateViewHandler } from './create-view.command.js';
import { DeleteViewHandler } from './delete-view.command.js';
import { ListViewsHandler } from './list-views.query.js';
import { ReplaceViewHandler } from './replace-view.command.js';
import { ViewsController } from './views.controller.js';

@Module({
  controllers: [ViewsController],
  providers: [ListViewsHandler, CreateViewHandler, ReplaceViewHandler, DeleteViewHandler],
})
export class ViewsModule {}
