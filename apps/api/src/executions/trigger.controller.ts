/**
 * `/api/webhooks/trigger/{path}` (spec 1.2, 4.6): the workflow's own URL, for the methods it
 * lists. The workflow authenticates its callers: by its trigger's checks before anything
 * runs, or by its own blocks.
 */
import { webhookConfig } from '@libs/blocks';
import { All, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { notFound } from '../errors/index.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import { ExecutionTargets } from './execution-target.js';
import { executionAccepted, idempotencyKey, refusalsOfRuns } from './execution.schemas.js';
import { TriggerAnswers } from './trigger-answers.js';
import { corsHeaders, isPreflight, preflightHeaders } from './trigger-cors.js';
import { TriggerWorkflow } from './trigger-workflow.command.js';

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
    @Inject(Bus) private readonly bus: Bus,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(TriggerAnswers) private readonly answers: TriggerAnswers,
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
    // Off the bus: a refusal of the command needs the target's CORS headers too.
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
    const command = new TriggerWorkflow(path, target, config, request);
    const { executionId, ended } = await this.bus.execute(command);
    // Each call is a separate run, whatever its method; a response block may override this.
    void reply.headers({ 'x-execution-id': executionId, 'cache-control': 'no-store' });
    this.answers.send(reply, target, executionId, ended);
  }
}
