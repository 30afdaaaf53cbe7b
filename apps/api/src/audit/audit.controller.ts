/** `/api/v1/audit`: management actions on this workspace. */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { QueryPipe } from '../http/zod.pipe.js';
import {
  type AuditEventView,
  auditPage,
  type AuditParameters,
  auditQuery,
} from './audit.schemas.js';
import { ListAuditEvents } from './list-audit-events.query.js';

@Scopes('workflows:write')
@Controller('api/v1/audit')
export class AuditController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listAuditEvents',
    summary: 'List management actions, newest first',
    role: 'owner',
    answers: { 200: auditPage },
  })
  @Get()
  list(
    @CurrentPrincipal() principal: Principal,
    @Query(new QueryPipe(auditQuery)) parameters: AuditParameters,
  ): Promise<Page<AuditEventView>> {
    return this.bus.execute(new ListAuditEvents(principal, parameters));
  }
}
