import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { useFolder } from '../folders/folder-tree.js';
import { checkedDraft, takeDraft } from './checked-draft.js';
import { countSave, requireRevision } from './revision.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { lockWorkflow, requireWorkspace } from './stored-workflow.js';
import type { WorkflowBody } from './workflow.schemas.js';
import { allWarnings } from './workspace-names.js';

export interface SaveOptions {
  /** Of the definition, as it was sent; null without one. */
  readonly text: string | null;
  /** Stores a draft with problems, instead of refusing it. */
  readonly allowProblems: boolean;
  /** The revisions that the save may replace; null: any. */
  readonly revisions: ReadonlySet<number> | null;
}

/** Replaces the draft; the deployed version stays unchanged. */
export class UpdateWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly body: WorkflowBody,
    readonly options: SaveOptions,
  ) {
    super();
  }
}

@CommandHandler(UpdateWorkflow)
export class UpdateWorkflowHandler implements ICommandHandler<UpdateWorkflow> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute(command: UpdateWorkflow): Promise<SavedWorkflow> {
    const { principal, workflowId, body, options } = command;
    const { text, allowProblems, revisions } = options;
    requireWorkspace(body.workspaceId, principal);
    const draft = await checkedDraft(body.definition, text, allowProblems);
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      requireRevision(workflow, revisions);
      workflow.name = body.name;
      workflow.folderId = body.folderId ?? null;
      workflow.description = body.description ?? null;
      await useFolder(manager, workflow.workspaceId, workflow.folderId);
      await takeDraft(manager, workflow, draft, allowProblems);
      countSave(workflow, principal);
      await manager.save(workflow);
      return { workflow, warnings: await allWarnings(manager, principal, draft.checked) };
    });
  }
}
