import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { useFolder } from '../folders/folder-tree.js';
import { Quotas } from '../quotas/index.js';
import { checkedDraft, takeDraft } from './checked-draft.js';
import { withClaimedPath } from './free-path.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { requireWorkspace } from './stored-workflow.js';
import type { WorkflowBody } from './workflow.schemas.js';
import { allWarnings } from './workspace-names.js';

interface CreateOptions {
  /** Of the definition, as it was sent; null: the service made the definition. */
  readonly text: string | null;
  /** A trigger path that is in use is refused, or changed to a free one. */
  readonly whenPathTaken: 'refuse' | 'change';
  /** Stores a draft with problems, instead of refusing it. */
  readonly allowProblems: boolean;
}

export class CreateWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly body: WorkflowBody,
    readonly options: CreateOptions,
  ) {
    super();
  }
}

@CommandHandler(CreateWorkflow)
export class CreateWorkflowHandler implements ICommandHandler<CreateWorkflow> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute(command: CreateWorkflow): Promise<SavedWorkflow> {
    const { principal, body, options } = command;
    const { whenPathTaken, allowProblems } = options;
    const workspaceId = requireWorkspace(body.workspaceId, principal);
    const draft = await checkedDraft(body.definition, options.text, allowProblems);
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = manager.create(WorkflowEntity, {
        id: uuidv7(),
        workspaceId,
        folderId: body.folderId ?? null,
        name: body.name,
        description: body.description ?? null,
        deployedVersion: null,
        pausedAt: null,
        revision: 1,
        updatedBy: principal.userId,
      });
      const free =
        whenPathTaken === 'change'
          ? { definition: await withClaimedPath(manager, workflow, draft.definition), text: null }
          : {};
      // Set after `create`, whose deep merge would alter the definition.
      await takeDraft(manager, workflow, { ...draft, ...free }, allowProblems);
      await useFolder(manager, workspaceId, workflow.folderId);
      await manager.save(workflow);
      await this.quotas.check(manager, principal, ['workflows']);
      return { workflow, warnings: await allWarnings(manager, principal, draft.checked) };
    });
  }
}
