import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { useFolder } from '../folders/folder-tree.js';
import { countSave, requireRevision } from './revision.js';
import { lockWorkflow } from './stored-workflow.js';
import type { WorkflowChanges } from './workflow.schemas.js';

/** Changes name, description or folder; the draft stays unchanged. */
export class ChangeWorkflow extends Command<WorkflowEntity> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly changes: WorkflowChanges,
    /** The revisions that the save may replace; null: any. */
    readonly revisions: ReadonlySet<number> | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeWorkflow)
export class ChangeWorkflowHandler implements ICommandHandler<ChangeWorkflow> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute(command: ChangeWorkflow): Promise<WorkflowEntity> {
    const { principal, workflowId, changes, revisions } = command;
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      requireRevision(workflow, revisions);
      const { name, description, folderId } = changes;
      if (name !== undefined) workflow.name = name;
      if (description !== undefined) workflow.description = description;
      if (folderId !== undefined) workflow.folderId = folderId;
      await useFolder(manager, workflow.workspaceId, workflow.folderId);
      countSave(workflow, principal);
      return manager.save(workflow);
    });
  }
}
