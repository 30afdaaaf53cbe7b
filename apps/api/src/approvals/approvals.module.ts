import { Module } from '@nestjs/common';
import { ApprovalsController } from './approvals.controller.js';
import { ListApprovalsHandler } from './list-approvals.query.js';

@Module({ controllers: [ApprovalsController], providers: [ListApprovalsHandler] })
export class ApprovalsModule {}
