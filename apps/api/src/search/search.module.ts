import { Module } from '@nestjs/common';
import { SearchWorkspaceHandler } from './search-workspace.query.js';
import { SearchController } from './search.controller.js';

@Module({ controllers: [SearchController], providers: [SearchWorkspaceHandler] })
export class SearchModule {}
