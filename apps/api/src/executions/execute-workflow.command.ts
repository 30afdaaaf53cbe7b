import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { ExecutionStarter, type StartedExecution, type StartOptions } from './execution-starter.js';
import { ExecutionTargets, type ExecutionTarget } from './execution-target.js';
import { ownedWorkflowSql } from './execution.sql.js';
import { notDeployed, workflowPaused } from './refused-starts.js';
import { requestContext } from './request-context.js';
import { chatInput, requestedTrigger } from './requested-trigger.js';

interface ExecutedWorkflow extends StartedExecution {
  /** Only of a chat. */
  readonly conversationId?: string | undefined;
}

/** Runs the deployed version of a workflow. */
export class ExecuteWorkflow extends Command<ExecutedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly request: FastifyRequest,
    readonly options: Pick<StartOptions, 'mode' | 'onAppending'>,
  ) {
    super();
  }
}

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

@CommandHandler(ExecuteWorkflow)
export class ExecuteWorkflowHandler implements ICommandHandler<ExecuteWorkflow> {
  constructor(
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async execute(command: ExecuteWorkflow): Promise<ExecutedWorkflow> {
    const { principal, workflowId, request, options } = command;
    const target = await this.#target(workflowId, principal);
    if (target.isPaused) throw workflowPaused();
    const { triggerType } = target;
    const context = requestContext(request, `execute:${workflowId}`, ['idempotency-key']);
    const trigger = requestedTrigger(triggerType, request.headers['x-trigger-type']);
    const input = inputFor(target, request.body, context.idempotency);
    const started = await this.starter.start({ target, trigger, input, ...context, ...options });
    if (triggerType !== 'chat') return started;
    return { ...started, conversationId: (input as { conversationId: string }).conversationId };
  }

  async #target(workflowId: string, principal: Principal): Promise<ExecutionTarget> {
    if (!uuid.test(workflowId)) throw notFound('workflow');
    const target = await this.targets.byWorkflow(workflowId);
    if (target?.workspaceId === principal.workspaceId) return target;
    const { rowCount } = await this.database.pool.query(ownedWorkflowSql, [
      workflowId,
      principal.workspaceId,
    ]);
    if (target === null && rowCount === 1) throw notDeployed();
    throw notFound('workflow');
  }
}
