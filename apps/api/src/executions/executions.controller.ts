/** One execution: its state and its cancellation. */
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { CancelExecution } from './cancel-execution.command.js';
import { cancellationAccepted, statusAnswer, type ExecutionStatus } from './execution.schemas.js';
import { GetExecution } from './get-execution.query.js';

const executionIdPipe = new PathPipe(exampleIds.execution);

@Controller('api/v1/executions')
export class ExecutionsController {
  constructor(@Inject(Bus) private readonly bus: Bus) {}

  @Operation({
    id: 'getExecution',
    summary: 'Get the state of an execution',
    role: 'viewer',
    limitedKeys: 'execution',
    answers: { 200: statusAnswer },
  })
  @Scopes('logs:read')
  @Get(':id')
  async status(
    @Param('id', executionIdPipe) executionId: string,
    @CurrentPrincipal() { workspaceId }: Principal,
  ): Promise<{ data: ExecutionStatus }> {
    return { data: await this.bus.execute(new GetExecution(workspaceId, executionId)) };
  }

  @Operation({
    id: 'cancelExecution',
    summary: 'Cancel a running execution',
    role: 'editor',
    limitedKeys: 'execution',
    answers: { 202: cancellationAccepted },
    audited: false,
    whileSuspended: true,
  })
  @Scopes('workflows:run')
  @Post(':id/cancel')
  @HttpCode(202)
  async cancel(
    @Param('id', executionIdPipe) id: string,
    @CurrentPrincipal() { workspaceId }: Principal,
    @Body() body: { reason?: unknown } | null | undefined,
  ): Promise<View<typeof cancellationAccepted>> {
    const executionId = id.toLowerCase();
    const reason =
      typeof body?.reason === 'string' ? body.reason.slice(0, 500) : 'Cancelled by request';
    await this.bus.execute(new CancelExecution(workspaceId, executionId, reason));
    return { data: { executionId, status: 'cancelling' } };
  }
}
