/** `/api/webhooks/trigger/{path}` (spec 1.2, 4.6): the workflow's own URL, for the methods it names. Authentication is the workflow's business: by
 * its trigger's own checks, before anything runs, or by its blocks. */
import type { ExecutionCompleted } from '@libs/contracts';
import { triggerHeaderPurpose } from '@libs/execution';
import { createWorkspaceCipher, type Database, type WorkspaceCipher } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { loadMasterKey } from '@libs/security';
import type { Config } from '@libs/config';
import { All, Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../auth/index.js';
import { ApiError, notFound } from '../errors/index.js';
import { ExecutionStarter } from './execution-starter.js';
import { ExecutionTargets } from './execution-target.js';
import { requestContext } from './request-context.js';
import { TriggerGuard } from './trigger-guard.js';
import { triggerInput } from './trigger-input.js';

/** What the response block said, byte for byte: its body is JSON text from the ledger. */
function sendResponse(
  reply: FastifyReply,
  response: NonNullable<ExecutionCompleted['response']>,
): FastifyReply {
  void reply.status(response.status).header('content-type', 'application/json; charset=utf-8');
  for (const { key, value } of JSON.parse(response.headers) as { key: string; value: string }[])
    void reply.header(key, value);
  const contentType = String(reply.getHeader('content-type'));
  if (contentType.includes('json')) return reply.send(response.body);
  const body = JSON.parse(response.body) as unknown;
  return reply.send(typeof body === 'string' ? body : response.body);
}

@Controller()
export class TriggerController {
  readonly #cipher: WorkspaceCipher;

  constructor(
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(TriggerGuard) private readonly guard: TriggerGuard,
    @Inject(DATABASE) database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    this.#cipher = createWorkspaceCipher(database, loadMasterKey(config).keys);
  }

  @Public()
  // All, so that it is the workflow that decides which methods are answered 405.
  @All('api/webhooks/trigger/:path')
  async run(
    @Param('path') path: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const target = await this.targets.byPath(path);
    if (target === null) throw notFound('deployed workflow at this path');
    const nowMs = Date.now();
    const provingHeader = await this.guard.check(target, request, nowMs);
    // A path may belong to another workflow one day, even of another tenant.
    const scope = `trigger:${target.workflowId}:${path}`;
    const context = requestContext(request, scope, ['idempotency-key', 'webhook-id']);
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
      this.#cipher.encrypt(target.workspaceId, clear, triggerHeaderPurpose),
    );
    const mode = target.hasResponseBlock ? 'sync' : 'async';
    const { executionId, ended } = await this.starter.start({
      target,
      trigger: 'webhook',
      input,
      mode,
      ...context,
    });
    // Each call is a run of its own, whatever method it came by; a response block may say otherwise.
    void reply.headers({ 'x-execution-id': executionId, 'cache-control': 'no-store' });
    if (ended === null) {
      void reply.status(202).send({ data: { executionId } });
      return;
    }
    if (ended.response !== null) {
      sendResponse(reply, ended.response);
      return;
    }
    if (ended.status === 'success') {
      const output = ended.finalOutput === null ? null : (JSON.parse(ended.finalOutput) as unknown);
      void reply.status(200).send({ data: { executionId, status: ended.status, output } });
      return;
    }
    throw new ApiError(500, 'EXECUTION_FAILED', 'The workflow did not come to an answer', [
      {
        executionId,
        status: ended.status,
        code: ended.error?.code ?? null,
        blockName: ended.error?.blockName ?? null,
      },
    ]);
  }
}
