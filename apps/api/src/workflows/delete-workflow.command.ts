import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { lockWorkflow } from './stored-workflow.js';
import { releasePathsSql } from './workflow.sql.js';

/**
 * The versions stay, because past executions refer to their snapshot. The trigger path is released.
 */
export class DeleteWorkflow extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWorkflow)
export class DeleteWorkflowHandler implements ICommandHandler<DeleteWorkflow> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute({ principal, workflowId }: DeleteWorkflow): Promise<undefined> {
    await this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      await manager.softRemove(workflow);
      await manager.query(releasePathsSql, [workflow.id, []]);
    });
    this.targets.forget(workflowId);
  }
}
