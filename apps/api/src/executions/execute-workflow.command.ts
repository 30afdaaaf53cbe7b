import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import type { Principal } from '../auth/index.js';
import { notFound } from '../errors/index.js';
import { ExecutionStarter, type StartOptions } from './execution-starter.js';
import { ExecutionTargets, type ExecutionTarget } from './execution-target.js';
import { type ExecutedWorkflow, executedInput, withConversation } from './executed-input.js';
import { ownedWorkflowSql } from './execution.sql.js';
import { notDeployed, workflowPaused } from './refused-starts.js';
import { requestContext } from './request-context.js';
import { requestedTrigger } from './requested-trigger.js';

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
    const input = executedInput(target, request.body, context.idempotency);
    const started = await this.starter.start({ target, trigger, input, ...context, ...options });
    return withConversation(started, target, input);
  }

  async #target(workflowId: string, principal: Principal): Promise<ExecutionTarget> {
    if (!validate(workflowId)) throw notFound('workflow');
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
