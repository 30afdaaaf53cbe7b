/** Running a workflow by its id, and one execution: its state and its cancellation (design.md section 8). */
import { encodeRecord, headers, topics, type ExecutionCompleted } from '@libs/contracts';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG } from '@libs/platform';
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  type OnModuleDestroy,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { executionStatus, type ExecutionStatus } from './execution-status.js';
import { ExecutionStarter } from './execution-starter.js';
import { ExecutionTargets, type ExecutionTarget } from './execution-target.js';
import { requestContext } from './request-context.js';
import { chatInput, requestedTrigger } from './requested-trigger.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The trigger block's output: what a webhook trigger would have given, or the input itself. */
function inputFor(target: ExecutionTarget, input: unknown): unknown {
  if (target.triggerType === 'chat') return chatInput(input);
  const timestamp = new Date().toISOString();
  if (target.triggerType === 'schedule') return { scheduledAt: timestamp, timestamp };
  if (target.triggerType !== 'webhook') return input ?? {};
  return { headers: {}, body: input ?? null, query: {}, method: 'POST', timestamp };
}

const resultOf = (ended: ExecutionCompleted): object => ({
  executionId: ended.executionId,
  status: ended.status,
  output: ended.finalOutput === null ? null : (JSON.parse(ended.finalOutput) as unknown),
  error: ended.error,
  startedAt: new Date(ended.startedAt).toISOString(),
  endedAt: new Date(ended.endedAt).toISOString(),
  totalDurationMs: ended.totalDurationMs,
});

@Controller('api/v1')
export class ExecutionsController implements OnModuleDestroy {
  readonly #appender: RecordAppender;

  constructor(
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EVENT_LOG) eventLog: EventLog,
  ) {
    this.#appender = eventLog.appender();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#appender.close();
  }

  @Scopes('workflows:run')
  @Post('workflows/:id/execute')
  async execute(
    @Param('id') workflowId: string,
    @CurrentPrincipal() principal: Principal,
    @Headers('x-execution-mode') mode: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (mode !== undefined && mode !== 'sync' && mode !== 'async') {
      throw new ApiError(400, 'INVALID_PARAMETER', 'X-Execution-Mode must be sync or async');
    }
    const target = await this.#target(workflowId, principal);
    const { executionId, ended } = await this.starter.start({
      target,
      trigger: requestedTrigger(target.triggerType, request.headers['x-trigger-type']),
      input: inputFor(target, request.body),
      mode: mode ?? 'sync',
      ...requestContext(request, `execute:${workflowId}`, ['idempotency-key']),
    });
    void reply.header('x-execution-id', executionId);
    if (ended === null) {
      const statusUrl = `/api/v1/executions/${executionId}`;
      void reply
        .status(202)
        .header('location', statusUrl)
        .send({ data: { executionId, statusUrl } });
      return;
    }
    void reply.status(200).send({ data: resultOf(ended) });
  }

  @Scopes('logs:read')
  @Get('executions/:id')
  async status(
    @Param('id') executionId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<{ data: ExecutionStatus }> {
    return { data: await this.#status(executionId, principal) };
  }

  @Scopes('workflows:run')
  @Post('executions/:id/cancel')
  @HttpCode(202)
  async cancel(
    @Param('id') executionId: string,
    @CurrentPrincipal() principal: Principal,
    @Body() body: { reason?: unknown } | null | undefined,
  ): Promise<object> {
    const { endedAt } = await this.#status(executionId, principal);
    if (endedAt !== null)
      throw new ApiError(409, 'EXECUTION_ENDED', 'The execution has ended already');
    const reason =
      typeof body?.reason === 'string' ? body.reason.slice(0, 500) : 'Cancelled by request';
    await this.#appender.append(
      {
        topic: topics.control,
        key: executionId,
        value: encodeRecord('ExecutionCancelRequested', {
          executionId,
          workspaceId: principal.workspaceId,
          reason,
          requestedAt: Date.now(),
        }),
        headers: { [headers.eventType]: 'ExecutionCancelRequested' },
      },
      { timeoutMs: 10_000 },
    );
    return { data: { executionId, status: 'cancelling' } };
  }

  async #status(executionId: string, principal: Principal): Promise<ExecutionStatus> {
    const status = uuid.test(executionId)
      ? await executionStatus(this.database.pool, executionId, principal.workspaceId)
      : null;
    if (status === null) throw notFound('execution');
    return status;
  }

  async #target(workflowId: string, principal: Principal): Promise<ExecutionTarget> {
    const target = uuid.test(workflowId) ? await this.targets.byWorkflow(workflowId) : null;
    if (target?.workspaceId === principal.workspaceId) return target;
    const { rowCount } = await this.database.pool.query(
      'select 1 from workflow where id::text = $1 and workspace_id = $2 and deleted_at is null',
      [workflowId, principal.workspaceId],
    );
    if (target === null && rowCount === 1) {
      throw new ApiError(409, 'NOT_DEPLOYED', 'The workflow is not deployed; deploy it first');
    }
    throw notFound('workflow');
  }
}
