import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../auth/index.js';
import { ApiError } from '../errors/index.js';
import { DraftTargets } from './draft-targets.js';
import { type ExecutedWorkflow, executedInput, withConversation } from './executed-input.js';
import { ExecutionStarter, type StartOptions } from './execution-starter.js';
import type { DraftRunBody } from './execution.schemas.js';
import { requestContext } from './request-context.js';

/** Runs the draft of a workflow, or a part of it, with pinned outputs. */
export class RunDraft extends Command<ExecutedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly body: DraftRunBody,
    readonly request: FastifyRequest,
    readonly options: Pick<StartOptions, 'mode' | 'onAppending'>,
  ) {
    super();
  }
}

@CommandHandler(RunDraft)
export class RunDraftHandler implements ICommandHandler<RunDraft> {
  constructor(
    @Inject(DraftTargets) private readonly drafts: DraftTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
  ) {}

  /** @throws ApiError 422 for a draft or a request that can't run, and any error of a start */
  async execute({
    principal,
    workflowId,
    body,
    request,
    options,
  }: RunDraft): Promise<ExecutedWorkflow> {
    const asked = request.headers['x-trigger-type'];
    if (asked !== undefined && asked !== 'manual') {
      const message = 'A run of the draft is always manual: leave out X-Trigger-Type';
      throw new ApiError(400, 'INVALID_PARAMETER', message);
    }
    const context = requestContext(request, `draft:${workflowId}`, ['idempotency-key']);
    const { pinned, usePins, toBlockId = null, onlyBlockId = null } = body;
    const { workspaceId } = principal;
    const draft = await this.drafts.of(workflowId, workspaceId, {
      ...{ pinned, usePins, toBlockId, onlyBlockId },
      sizeBytes: context.bodyBytes,
    });
    const { target, carried } = draft;
    const input = executedInput(target, body.input, context.idempotency);
    const started = await this.starter.start({
      ...{ target, carried, input, trigger: 'manual', quiet: !body.webhooks },
      ...context,
      ...options,
    });
    return withConversation(started, target, input);
  }
}
