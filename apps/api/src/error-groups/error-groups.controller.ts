/** `/api/v1/logs/errors`: failed executions grouped by what failed (docs/reference/logs.md). */
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CurrentPrincipal, type Principal, Scopes } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { Operation } from '../http/operation.decorator.js';
import type { Page } from '../http/page.js';
import { QueryPipe } from '../http/zod.pipe.js';
import {
  errorGroupPage,
  type ErrorGroupsParameters,
  errorGroupsQuery,
  type ErrorGroupView,
} from './error-group.schemas.js';
import { ListErrorGroups } from './list-error-groups.query.js';

@Controller('api/v1/logs/errors')
export class ErrorGroupsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'listErrorGroups',
    summary: 'List failed executions grouped by what failed, the last seen first',
    role: 'viewer',
    answers: { 200: errorGroupPage },
    refusals: [422],
    links: { '/data/0/executionId': ['/api/v1/executions/:id'] },
  })
  @Scopes('logs:read')
  @Get()
  list(
    @CurrentPrincipal() { workspaceId }: Principal,
    @Query(new QueryPipe(errorGroupsQuery)) parameters: ErrorGroupsParameters,
  ): Promise<Page<ErrorGroupView>> {
    return this.bus.execute(new ListErrorGroups(workspaceId, parameters));
  }
}
