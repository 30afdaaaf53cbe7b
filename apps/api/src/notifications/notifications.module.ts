import { Module } from '@nestjs/common';
import { ListNotificationsHandler } from './list-notifications.query.js';
import { MarkReadHandler } from './mark-read.command.js';
import { NotificationsController } from './notifications.controller.js';

@Module({
  controllers: [NotificationsController],
  providers: [ListNotificationsHandler, MarkReadHandler],
})
export class NotificationsModule {}
