import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { notDeployed } from '../executions/refused-starts.js';
import { lockWorkflow } from './stored-workflow.js';

/**
 * Pauses the deployed workflow, or ends the pause: meanwhile its triggers answer 503 and its
 * schedule skips. Executions that run go on to their end.
 */
export class PauseWorkflow extends Command<WorkflowEntity> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly isPaused: boolean,
  ) {
    super();
  }
}

@CommandHandler(PauseWorkflow)
export class PauseWorkflowHandler implements ICommandHandler<PauseWorkflow> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute({ principal, workflowId, isPaused }: PauseWorkflow): Promise<WorkflowEntity> {
    const workflow = await this.database.dataSource.transaction(async (manager) => {
      const locked = await lockWorkflow(manager, workflowId, principal);
      if (isPaused && locked.deployedVersion === null) throw notDeployed();
      if (isPaused === (locked.pausedAt !== null)) return locked;
      locked.pausedAt = isPaused ? new Date() : null;
      return manager.save(locked);
    });
    this.targets.forget(workflowId);
    return workflow;
  }
}
