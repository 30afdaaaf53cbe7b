/**
 * `POST /api/v1/workflows/{id}/execute`: run a workflow by id, then wait for the end, stream its
 * events, or return at once.
 */
import type { ExecutionCompleted } from '@libs/contracts';
import { Controller, Headers, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, Scopes, type Principal } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { ApiError } from '../errors/index.js';
import type { View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { jsonText } from '../http/json-text.js';
import { Operation } from '../http/operation.decorator.js';
import { anyWeight, BodyPipe, PathPipe } from '../http/zod.pipe.js';
import { OpenStreams } from '../quotas/index.js';
import { ExecuteWorkflow } from './execute-workflow.command.js';
import { ExecutionStreams, type Beginning } from './execution-streams.js';
import {
  draftRunBody,
  type DraftRunBody,
  executionAccepted,
  executionResult,
  idempotencyKey,
  refusalsOfRuns,
} from './execution.schemas.js';
import { RunDraft } from './run-draft.command.js';

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
  'X-Draft': {
    description:
      '`true` runs the draft, as a `manual` run that is marked in logs. The body is then\n`{"input", "pinned", "usePins", "toBlockId", "onlyBlockId", "webhooks"}`, each optional.',
    example: 'false',
  },
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

const draftPipe = new BodyPipe(draftRunBody, anyWeight);

/** Null for a run of the deployed version. */
function draftOf({ headers: { 'x-draft': draft }, body }: FastifyRequest): DraftRunBody | null {
  if (draft === undefined || draft === 'false') return null;
  if (draft === 'true') return draftPipe.transform(body);
  throw new ApiError(400, 'INVALID_PARAMETER', 'X-Draft must be true or false');
}

type Options = ExecuteWorkflow['options'];

const commandOf = (
  principal: Principal,
  workflowId: string,
  draft: DraftRunBody | null,
  request: FastifyRequest,
  options: Options,
): ExecuteWorkflow | RunDraft =>
  draft === null
    ? new ExecuteWorkflow(principal, workflowId, request, options)
    : new RunDraft(principal, workflowId, draft, request, options);

@Controller('api/v1/workflows')
export class ExecuteController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(ExecutionStreams) private readonly streams: ExecutionStreams,
    @Inject(OpenStreams) private readonly open: OpenStreams,
  ) {}

  @Operation({
    id: 'executeWorkflow',
    summary: 'Run a workflow now',
    role: 'editor',
    limitedKeys: 'workflow',
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
    const draft = draftOf(request);
    if (mode !== 'async' && /\btext\/event-stream\b/i.test(request.headers.accept ?? '')) {
      await this.#stream(workflowId, principal, draft, request, reply);
      return;
    }
    const { executionId, ended, conversationId } = await this.bus.execute(
      commandOf(principal, workflowId, draft, request, { mode: mode ?? 'sync' }),
    );
    void reply.header('x-execution-id', executionId);
    if (ended === null) {
      const statusUrl = `/api/v1/executions/${executionId}`;
      void reply
        .status(202)
        .header('location', statusUrl)
        .send({ data: { executionId, statusUrl } });
      return;
    }
    const data = { ...resultOf(ended), ...(conversationId !== undefined && { conversationId }) };
    void reply.status(200).send({ data });
  }

  /**
   * Streams events as they happen; a repeated request streams the earlier run from its start. The
   * start is on the bus; the stream is not, because it lasts as long as its reader stays.
   */
  async #stream(
    workflowId: string,
    principal: Principal,
    draft: DraftRunBody | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    this.open.add(principal, reply.raw);
    const begun: { beginning: Beginning | null } = { beginning: null };
    const onAppending = (executionId: string): void => {
      begun.beginning = this.streams.beginning(executionId);
    };
    const options = { mode: 'stream', onAppending } as const;
    const command = commandOf(principal, workflowId, draft, request, options);
    try {
      const { executionId } = await this.bus.execute(command);
      if (begun.beginning === null) this.streams.resume(reply, executionId, 0);
      else begun.beginning.stream(reply);
    } catch (error) {
      begun.beginning?.forget();
      throw error;
    }
  }
}
