/**
 * `/api/webhooks/trigger/{path}` (spec 1.2, 4.6): the workflow's own URL, for the methods it
 * lists. The workflow authenticates its callers: by its trigger's checks before anything
 * runs, or by its own blocks.
 */
import { webhookConfig } from '@libs/blocks';
import { triggerHeaderPurpose } from '@libs/execution';
import type { WorkspaceCipher } from '@libs/persistence';
import { WORKSPACE_CIPHER } from '@libs/platform';
import { All, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { ExecutionStarter } from './execution-starter.js';
import { ExecutionTargets } from './execution-target.js';
import { executionAccepted, idempotencyKey, refusalsOfRuns } from './execution.schemas.js';
import { requestContext } from './request-context.js';
import { TriggerAnswers } from './trigger-answers.js';
import { corsHeaders, isPreflight, preflightHeaders } from './trigger-cors.js';
import { TriggerGuard } from './trigger-guard.js';
import { triggerInput } from './trigger-input.js';

const pathPipe = new PathPipe('orders', 'The path of a webhook trigger.');

const headers = {
  ...idempotencyKey,
  'webhook-id': {
    description:
      'Same as Idempotency-Key. With `standard-webhooks` it is required, signed, and the only key.',
    example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  },
};

@Controller()
export class TriggerController {
  constructor(
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(TriggerGuard) private readonly guard: TriggerGuard,
    @Inject(TriggerAnswers) private readonly answers: TriggerAnswers,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  @Operation({
    id: {
      GET: 'triggerWorkflowByGet',
      POST: 'triggerWorkflow',
      PUT: 'triggerWorkflowByPut',
      PATCH: 'triggerWorkflowByPatch',
      DELETE: 'triggerWorkflowByDelete',
    },
    summary: "Run the workflow that owns the path; the answer is its response block's",
    answers: { default: null, 202: executionAccepted },
    refusals: refusalsOfRuns,
    headers,
    example: { order: 7 },
  })
  @Public()
  // All methods, because the workflow decides which ones get 405.
  @All('api/webhooks/trigger/:path')
  async run(
    @Param('path', pathPipe) path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const target = await this.targets.byPath(path);
    if (target === null) throw notFound('deployed workflow at this path');
    const config = webhookConfig.parse(target.triggerConfig);
    const { cors, methods } = config;
    if (cors !== undefined) {
      if (isPreflight(request.method, request.headers)) {
        void reply.status(204).headers(preflightHeaders({ cors, methods }, request.headers)).send();
        return;
      }
      void reply.headers(corsHeaders(cors, request.headers.origin));
    }
    const nowMs = Date.now();
    const { provingHeader, keyHeaders } = await this.guard.check(target, config, request, nowMs);
    // The path may later belong to another workflow, even of another tenant.
    const scope = `trigger:${target.workflowId}:${path}`;
    const context = requestContext(request, scope, keyHeaders);
    const { method, headers, query, body, formFiles, rawBody } = request;
    const kept = {
      method,
      headers,
      query,
      body,
      formFiles,
      provingHeader,
      ...(target.wantsRawBody && { rawBody }),
    };
    const input = await triggerInput(kept, nowMs, (clear) =>
      this.cipher.encrypt(target.workspaceId, clear, triggerHeaderPurpose),
    );
    const mode = target.hasResponseBlock ? 'sync' : 'async';
    const { executionId, ended } = await this.starter.start({
      target,
      trigger: 'webhook',
      input,
      mode,
      ...context,
    });
    // Each call is a separate run, whatever its method; a response block may override this.
    void reply.headers({ 'x-execution-id': executionId, 'cache-control': 'no-store' });
    this.answers.send(reply, target, executionId, ended);
  }
}
