import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuditPublisher } from './audit-publisher.js';
import { AuditTrail } from './audit-trail.js';
import { AuditController } from './audit.controller.js';
import { AuditInterceptor } from './audit.interceptor.js';
import { ListAuditEventsHandler } from './list-audit-events.query.js';
import { RefusedActions } from './refused-actions.js';

@Module({
  controllers: [AuditController],
  providers: [
    ListAuditEventsHandler,
    AuditPublisher,
    AuditTrail,
    RefusedActions,
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
  ],
  exports: [AuditTrail, RefusedActions],
})
export class AuditModule {}
