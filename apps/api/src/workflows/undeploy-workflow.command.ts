import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { dropScheduleSql } from '../schedules/schedule.sql.js';
import { lockWorkflow } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';

/**
 * Takes the workflow out of use: its triggers answer 404 and its schedule ends. Executions that run
 * go on to their end. Its versions and its draft stay, and so does the path of a valid draft.
 */
export class UndeployWorkflow extends Command<WorkflowEntity> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

@CommandHandler(UndeployWorkflow)
export class UndeployWorkflowHandler implements ICommandHandler<UndeployWorkflow> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute({ principal, workflowId }: UndeployWorkflow): Promise<WorkflowEntity> {
    const workflow = await this.database.dataSource.transaction(async (manager) => {
      const locked = await lockWorkflow(manager, workflowId, principal);
      locked.deployedVersion = null;
      // A later deployment must not find itself paused.
      locked.pausedAt = null;
      await holdPaths(manager, locked, locked.problems === null ? [locked.draft] : []);
      await manager.query(dropScheduleSql, [workflowId]);
      return manager.save(locked);
    });
    this.targets.forget(workflowId);
    return workflow;
  }
}
