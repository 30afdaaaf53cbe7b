/**
 * `/api/webhooks/trigger/{token}/{path}` (spec 1.2, 4.6): the workflow's own URL, for the methods
 * it lists. The workflow authenticates its callers: by its trigger's checks before anything runs,
 * or by its own blocks. The form without a token is for URLs of earlier releases (decision 28).
 */
import { webhookConfig } from '@libs/blocks';
import { All, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/index.js';
import { Bus } from '../bus/bus.js';
import { notFound } from '../errors/index.js';
import { Operation } from '../http/operation.decorator.js';
import { PathPipe } from '../http/zod.pipe.js';
import type { StartedExecution } from './execution-starter.js';
import { type DeployedTarget, ExecutionTargets } from './execution-target.js';
import { DraftListeners, isTestToken, type ListeningDraft } from './draft-listeners.js';
import { executionAccepted, idempotencyKey, refusalsOfRuns } from './execution.schemas.js';
import { OldTriggerCalls } from './old-trigger-calls.js';
import { TriggerAnswers } from './trigger-answers.js';
import { corsHeaders, isPreflight, preflightHeaders } from './trigger-cors.js';
import { TriggerWorkflow } from './trigger-workflow.command.js';

const tokenPipe = new PathPipe(
  'Rk3ZtQ8mVwXyB5nLc2HsJ7dP',
  'The trigger token of the workspace. `triggerUrl` of a workflow is the whole URL.',
);
const pathPipe = new PathPipe('orders', 'The path of a webhook trigger.');

const described = {
  answers: { default: null, 202: executionAccepted },
  refusals: refusalsOfRuns,
  headers: {
    ...idempotencyKey,
    'webhook-id': {
      description:
        'Same as Idempotency-Key. With `standard-webhooks` it is required, signed, and the only key.',
      example: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    },
  },
  example: { order: 7 },
};

@Controller()
export class TriggerController {
  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(TriggerAnswers) private readonly answers: TriggerAnswers,
    @Inject(DraftListeners) private readonly listeners: DraftListeners,
    @Inject(OldTriggerCalls) private readonly oldCalls: OldTriggerCalls,
  ) {}

  @Operation({
    id: {
      GET: 'triggerWorkflowByGet',
      POST: 'triggerWorkflow',
      PUT: 'triggerWorkflowByPut',
      PATCH: 'triggerWorkflowByPatch',
      DELETE: 'triggerWorkflowByDelete',
    },
    summary: "Run the workflow that holds the path; the answer is its response block's",
    ...described,
  })
  @Public()
  // All methods, because the workflow decides which ones get 405.
  @All('api/webhooks/trigger/:token/:path')
  async run(
    @Param('token', tokenPipe) token: string,
    @Param('path', pathPipe) path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Off the bus: a refusal of the command needs the target's CORS headers too.
    const isTest = isTestToken(token);
    const draft = isTest ? await this.listeners.find(token, path) : null;
    const target = isTest ? (draft?.target ?? null) : await this.targets.byUrl(token, path);
    const command = this.#commandFor(target, path, request, reply, draft);
    if (command !== null) this.#answer(command, await this.bus.execute(command), reply);
  }

  @Operation({
    id: {
      GET: 'triggerOldUrlByGet',
      POST: 'triggerOldUrl',
      PUT: 'triggerOldUrlByPut',
      PATCH: 'triggerOldUrlByPatch',
      DELETE: 'triggerOldUrlByDelete',
    },
    summary: 'Run the workflow at a URL of an earlier release, until its owner retires it',
    deprecated: true,
    ...described,
  })
  @Public()
  @All('api/webhooks/trigger/:path')
  async runOld(
    @Param('path', pathPipe) path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const target = await this.targets.byOldUrl(path);
    if (target !== null) this.oldCalls.note(path);
    const command = this.#commandFor(target, path, request, reply);
    if (command !== null) this.#answer(command, await this.bus.execute(command), reply);
  }

  /**
   * @returns null for a preflight, which is answered here
   * @throws ApiError 404, the same for every URL at which no workflow answers
   */
  #commandFor(
    target: DeployedTarget | null,
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
    draft: ListeningDraft | null = null,
  ): TriggerWorkflow | null {
    if (target === null) throw notFound('deployed workflow at this path');
    const config = webhookConfig.parse(target.triggerConfig);
    const { cors, methods } = config;
    if (cors !== undefined) {
      if (isPreflight(request.method, request.headers)) {
        void reply.status(204).headers(preflightHeaders({ cors, methods }, request.headers)).send();
        return null;
      }
      void reply.headers(corsHeaders(cors, request.headers.origin));
    }
    return new TriggerWorkflow(path, target, config, request, draft);
  }

  #answer({ target }: TriggerWorkflow, started: StartedExecution, reply: FastifyReply): void {
    const { executionId, ended } = started;
    // Each call is a separate run, whatever its method; a response block may override this.
    void reply.headers({ 'x-execution-id': executionId, 'cache-control': 'no-store' });
    this.answers.send(reply, target, executionId, ended);
  }
}
