/** `/api/v1/notifications`: what members should look at (docs/reference/notifications.md). */
import { Body, Controller, Get, HttpCode, Inject, Put, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import { BodyPipe, QueryPipe } from '../http/zod.pipe.js';
import { ListNotifications } from './list-notifications.query.js';
import { MarkRead } from './mark-read.command.js';
import {
  notificationPage,
  type NotificationPage,
  type NotificationsParameters,
  notificationsQuery,
  readBody,
  type ReadBody,
  readExample,
} from './notification.schemas.js';

@Controller('api/v1/notifications')
export class NotificationsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listNotifications',
    summary: 'List what members should look at, newest first',
    role: 'viewer',
    answers: { 200: notificationPage },
  })
  @Scopes('logs:read')
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(notificationsQuery)) parameters: NotificationsParameters,
  ): Promise<NotificationPage> {
    return this.bus.execute(new ListNotifications(principal, parameters));
  }

  @Operation({
    id: 'markNotificationsRead',
    summary: 'Note how far the caller has read; it never goes back',
    role: 'viewer',
    audited: false,
    answers: { 204: null },
    example: readExample,
  })
  @Scopes('logs:read')
  @Put('read')
  @HttpCode(204)
  async markRead(
    @CurrentPrincipal() principal: Principal,
    @Body(new BodyPipe(readBody)) body: ReadBody,
  ): Promise<void> {
    await this.bus.execute(new MarkRead(principal, body));
  }
}
