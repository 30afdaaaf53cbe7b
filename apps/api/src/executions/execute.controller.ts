/**
 * `POST /api/v1/workflows/{id}/execute`: run a workflow by id, then wait for the end, stream its
 * events, or return at once.
 */
import type { ExecutionCompleted } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Controller, Headers, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { jsonText } from '../http/json-text.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { ExecutionStarter, type StartOptions } from './execution-starter.js';
import { ExecutionStreams, type Beginning } from './execution-streams.js';
import { ExecutionTargets, type ExecutionTarget } from './execution-target.js';
import { ownedWorkflowSql } from './execution-target.sql.js';
import {
  executionAccepted,
  executionResult,
  idempotencyKey,
  refusalsOfRuns,
} from './execution.schemas.js';
import { requestContext } from './request-context.js';
import { chatInput, requestedTrigger } from './requested-trigger.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Derives a conversation id from an idempotency key, so that a repeat gets the same id. */
const conversationNamespace = '5b1e6b0a-6c1f-4d0e-9a53-4f0f5d3b8a11';

/** The trigger block's output: what its trigger would have produced, or the input itself. */
function inputFor(
  target: ExecutionTarget,
  input: unknown,
  idempotency: StartOptions['idempotency'],
): unknown {
  if (target.triggerType === 'chat') {
    return chatInput(input, () =>
      idempotency === null
        ? uuidv7()
        : uuidv5(`${idempotency.scope} ${idempotency.key}`, conversationNamespace),
    );
  }
  const timestamp = new Date().toISOString();
  if (target.triggerType === 'schedule') return { scheduledAt: timestamp, timestamp };
  if (target.triggerType !== 'webhook') return input ?? {};
  return { headers: {}, body: input ?? null, query: {}, method: 'POST', timestamp };
}

const resultOf = (ended: ExecutionCompleted): View<typeof executionResult>['data'] => ({
  executionId: ended.executionId,
  status: ended.status,
  output: jsonText(ended.finalOutput),
  error: ended.error,
  startedAt: new Date(ended.startedAt).toISOString(),
  endedAt: new Date(ended.endedAt).toISOString(),
  totalDurationMs: ended.totalDurationMs,
});

const headers = {
  ...idempotencyKey,
  'X-Execution-Mode': { description: '`sync` (default) or `async`.', example: 'async' },
  'X-Trigger-Type': {
    description: '`api`, `manual` or `chat`: the trigger that logs show.',
    example: 'manual',
  },
  Accept: {
    description:
      '`text/event-stream` streams the events of the run as they happen, as `…/events` does.',
    example: 'application/json',
  },
};

@Controller('api/v1/workflows')
export class ExecuteController {
  constructor(
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(ExecutionStreams) private readonly streams: ExecutionStreams,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Operation({
    id: 'executeWorkflow',
    summary: 'Run a workflow now',
    role: 'editor',
    answers: { 200: executionResult, 202: executionAccepted },
    answerHeaders: { 200: ['X-Execution-Id'], 202: ['X-Execution-Id', 'Location'] },
    refusals: refusalsOfRuns,
    headers,
    example: { order: 7 },
    audited: false,
  })
  @Scopes('workflows:run')
  @Post(':id/execute')
  async execute(
    @Param('id', new PathPipe(exampleIds.workflow)) workflowId: string,
    @CurrentPrincipal() principal: Principal,
    @Headers('x-execution-mode') mode: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (mode !== undefined && mode !== 'sync' && mode !== 'async') {
      throw new ApiError(400, 'INVALID_PARAMETER', 'X-Execution-Mode must be sync or async');
    }
    const target = await this.#target(workflowId, principal);
    const context = requestContext(request, `execute:${workflowId}`, ['idempotency-key']);
    const start = {
      target,
      trigger: requestedTrigger(target.triggerType, request.headers['x-trigger-type']),
      input: inputFor(target, request.body, context.idempotency),
      ...context,
    };
    if (mode !== 'async' && /\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
      await this.#stream(start, reply);
      return;
    }
    const { executionId, ended } = await this.starter.start({ ...start, mode: mode ?? 'sync' });
    void reply.header('x-execution-id', executionId);
    if (ended === null) {
      const statusUrl = `/api/v1/executions/${executionId}`;
      void reply
        .status(202)
        .header('location', statusUrl)
        .send({ data: { executionId, statusUrl } });
      return;
    }
    const { conversationId } = start.input as { readonly conversationId?: string };
    const isChat = target.triggerType === 'chat';
    const data = { ...resultOf(ended), ...(isChat && { conversationId }) };
    void reply.status(200).send({ data });
  }

  /** Streams events as they happen; a repeated request streams the earlier run from its start. */
  async #stream(
    start: Omit<StartOptions, 'mode' | 'onAppending'>,
    reply: FastifyReply,
  ): Promise<void> {
    const begun: { beginning: Beginning | null } = { beginning: null };
    const onAppending = (executionId: string): void => {
      begun.beginning = this.streams.beginning(executionId);
    };
    try {
      const { executionId } = await this.starter.start({ ...start, mode: 'stream', onAppending });
      if (begun.beginning === null) this.streams.resume(reply, executionId, 0);
      else begun.beginning.stream(reply);
    } catch (error) {
      begun.beginning?.forget();
      throw error;
    }
  }

  async #target(workflowId: string, principal: Principal): Promise<ExecutionTarget> {
    if (!uuid.test(workflowId)) throw notFound('workflow');
    const target = await this.targets.byWorkflow(workflowId);
    if (target?.workspaceId === principal.workspaceId) return target;
    const { rowCount } = await this.database.pool.query(ownedWorkflowSql, [
      workflowId,
      principal.workspaceId,
    ]);
    if (target === null && rowCount === 1) {
      throw new ApiError(409, 'NOT_DEPLOYED', 'The workflow is not deployed; deploy it first');
    }
    throw notFound('workflow');
  }
}
