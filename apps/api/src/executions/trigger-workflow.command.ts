import type { WebhookConfig } from '@libs/blocks';
import { triggerHeaderPurpose } from '@libs/execution';
import type { WorkspaceCipher } from '@libs/persistence';
import { WORKSPACE_CIPHER } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { accountSuspended } from '../auth/suspension.js';
import { notFound } from '../errors/index.js';
import { DraftListeners, type ListeningDraft } from './draft-listeners.js';
import { ExecutionStarter, type StartedExecution } from './execution-starter.js';
import type { DeployedTarget } from './execution-target.js';
import { workflowPaused } from './refused-starts.js';
import { requestContext } from './request-context.js';
import { TriggerBodyLimit } from './trigger-body-limit.js';
import { openCallerOf } from './trigger-caller.js';
import { TriggerGuard } from './trigger-guard.js';
import { triggerInput } from './trigger-input.js';

/** A call of the workflow's own URL. The trigger's configuration says which callers may run it. */
export class TriggerWorkflow extends Command<StartedExecution> {
  constructor(
    readonly path: string,
    readonly target: DeployedTarget,
    readonly config: WebhookConfig,
    readonly request: FastifyRequest,
    /** Set for a call of a test URL. */
    readonly draft: ListeningDraft | null = null,
  ) {
    super();
  }
}

@CommandHandler(TriggerWorkflow)
export class TriggerWorkflowHandler implements ICommandHandler<TriggerWorkflow> {
  constructor(
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(DraftListeners) private readonly listeners: DraftListeners,
    @Inject(TriggerGuard) private readonly guard: TriggerGuard,
    @Inject(TriggerBodyLimit) private readonly bodyLimit: TriggerBodyLimit,
    @Inject(WORKSPACE_CIPHER) private readonly cipher: WorkspaceCipher,
  ) {}

  async execute({
    path,
    target,
    config,
    request,
    draft,
  }: TriggerWorkflow): Promise<StartedExecution> {
    // Before the guard: its checks cost a query each.
    if (target.isSuspended) throw accountSuspended();
    if (target.isPaused) throw workflowPaused();
    const nowMs = Date.now();
    this.bodyLimit.refuse(target, config, request.bodyBytes ?? 0);
    const caller = await this.guard.check(target, config, request, nowMs);
    const { provingHeader, hiddenHeader, keyHeaders } = caller;
    // Without the token: a repeat may use another URL of the same workflow.
    const scope = `trigger:${target.workflowId}:${path}`;
    const { idempotency, ...context } = requestContext(request, scope, keyHeaders);
    const { method, headers, query, body, formFiles, rawBody } = request;
    const kept = {
      ...{ method, headers, query, body, formFiles, provingHeader, hiddenHeader },
      ...(target.wantsRawBody && { rawBody }),
    };
    const input = await triggerInput(kept, nowMs, (clear) =>
      this.cipher.encrypt(target.workspaceId, clear, triggerHeaderPurpose),
    );
    const mode = target.hasResponseBlock ? 'sync' : 'async';
    const open = openCallerOf(target, config, request);
    if (draft !== null) {
      const { executionId } = draft;
      const options = { target, input, mode, open, ...context, executionId } as const;
      const started = await this.listeners.once(draft, () =>
        this.starter.start({ ...options, trigger: 'manual', quiet: true, idempotency: null }),
      );
      if (started === null) throw notFound('deployed workflow at this path');
      return started;
    }
    return this.starter.start({
      ...{ target, trigger: 'webhook', input, mode, open, ...context },
      idempotency: idempotency && { ...idempotency, formerScope: `trigger:${path}` },
    });
  }
}
