import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { useFolder } from '../folders/folder-tree.js';
import { checkedDraft, takeDraft } from './checked-draft.js';
import { countSave, requireRevision } from './revision.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { lockWorkflow } from './stored-workflow.js';
import type { SaveOptions } from './update-workflow.command.js';
import type { WorkflowChanges } from './workflow.schemas.js';
import { allWarnings } from './workspace-names.js';

/** Changes name, description, folder or draft; what is not sent stays unchanged. */
export class ChangeWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly changes: WorkflowChanges,
    readonly options: SaveOptions,
  ) {
    super();
  }
}

@CommandHandler(ChangeWorkflow)
export class ChangeWorkflowHandler implements ICommandHandler<ChangeWorkflow> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(command: ChangeWorkflow): Promise<SavedWorkflow> {
    const { principal, workflowId, changes, options } = command;
    const { text, allowProblems, revisions } = options;
    const { definition } = changes;
    const draft =
      definition === undefined ? null : await checkedDraft(definition, text, allowProblems);
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      requireRevision(workflow, revisions);
      const { name, description, folderId } = changes;
      if (name !== undefined) workflow.name = name;
      if (description !== undefined) workflow.description = description;
      if (folderId !== undefined) workflow.folderId = folderId;
      await useFolder(manager, workflow.workspaceId, workflow.folderId);
      if (draft !== null) await takeDraft(manager, workflow, draft, allowProblems);
      countSave(workflow, principal);
      await manager.save(workflow);
      const warnings = draft === null ? [] : await allWarnings(manager, principal, draft.checked);
      return { workflow, warnings };
    });
  }
}
