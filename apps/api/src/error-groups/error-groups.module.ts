import { Module } from '@nestjs/common';
import { ErrorGroupsController } from './error-groups.controller.js';
import { ListErrorGroupsHandler } from './list-error-groups.query.js';

@Module({ controllers: [ErrorGroupsController], providers: [ListErrorGroupsHandler] })
export class ErrorGroupsModule {}
