/** One execution: its state and its cancellation. */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { executionStatus } from './execution-status.js';
import { cancellationAccepted, statusAnswer, type ExecutionStatus } from './execution.schemas.js';
import { ExecutionOrders } from './execution-orders.js';
import { UnseenExecutions } from './unseen-executions.js';

const executionIdPipe = new PathPipe(exampleIds.execution);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

@Controller('api/v1/executions')
export class ExecutionsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionOrders) private readonly orders: ExecutionOrders,
    @Inject(UnseenExecutions) private readonly unseen: UnseenExecutions,
  ) {}

  @Operation({
    id: 'getExecution',
    summary: 'State of one execution',
    role: 'viewer',
    answers: { 200: statusAnswer },
  })
  @Scopes('logs:read')
  @Get(':id')
  async status(
    @Param('id', executionIdPipe) executionId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<{ data: ExecutionStatus }> {
    const status = await this.#find(executionId, principal);
    if (status === null) throw notFound('execution');
    return { data: status };
  }

  @Operation({
    id: 'cancelExecution',
    summary: 'Cancel a running execution',
    role: 'editor',
    answers: { 202: cancellationAccepted },
    audited: false,
  })
  @Scopes('workflows:run')
  @Post(':id/cancel')
  @HttpCode(202)
  async cancel(
    @Param('id', executionIdPipe) id: string,
    @CurrentPrincipal() principal: Principal,
    @Body() body: { reason?: unknown } | null | undefined,
  ): Promise<View<typeof cancellationAccepted>> {
    const executionId = id.toLowerCase();
    const { workspaceId } = principal;
    const status = await this.#find(executionId, principal);
    // A runner ignores the control command if the execution belongs to another workspace.
    if (status === null && !(await this.unseen.mayExist(executionId, workspaceId)))
      throw notFound('execution');
    if (status !== null && status.endedAt !== null)
      throw new ApiError(409, 'EXECUTION_ENDED', 'The execution has already ended');
    const reason =
      typeof body?.reason === 'string' ? body.reason.slice(0, 500) : 'Cancelled by request';
    await this.orders.cancel({ executionId, workspaceId, reason, requestedAt: Date.now() });
    return { data: { executionId, status: 'cancelling' } };
  }

  async #find(executionId: string, principal: Principal): Promise<ExecutionStatus | null> {
    if (!uuid.test(executionId)) return null;
    return executionStatus(this.database.pool, executionId, principal.workspaceId);
  }
}
