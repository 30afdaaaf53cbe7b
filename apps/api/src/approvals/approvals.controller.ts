/** `/api/v1/approvals`: what waits for a person (docs/reference/workflows.md). */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { QueryPipe } from '../http/zod.pipe.js';
import {
  approvalPage,
  type ApprovalsParameters,
  approvalsQuery,
  type ApprovalView,
} from './approval.schemas.js';
import { ListApprovals } from './list-approvals.query.js';

@Controller('api/v1/approvals')
export class ApprovalsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listApprovals',
    summary: 'List the approvals that wait for an answer, those of the oldest execution first',
    role: 'viewer',
    answers: { 200: approvalPage },
    links: { '/data/0/executionId': ['/api/v1/executions/:id'] },
  })
  @Scopes('logs:read')
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(approvalsQuery)) parameters: ApprovalsParameters,
  ): Promise<Page<ApprovalView>> {
    return this.bus.execute(new ListApprovals(workspaceId, parameters));
  }
}
