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

export class CreateWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly body: WorkflowBody,
    /** A trigger path that is in use is refused, or changed to a free one. */
    readonly whenPathTaken: 'refuse' | 'change' = 'refuse',
    /** Stores a draft with problems, instead of refusing it. */
    readonly allowProblems = false,
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
    const { principal, body, whenPathTaken, allowProblems } = command;
    const workspaceId = requireWorkspace(body.workspaceId, principal);
    const { definition, problems, checked } = await checkedDraft(body.definition, allowProblems);
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
          ? await withClaimedPath(manager, workflow, definition)
          : definition;
      // Set after `create`, whose deep merge would alter the definition.
      await takeDraft(manager, workflow, { definition: free, problems }, allowProblems);
      await useFolder(manager, workspaceId, workflow.folderId);
      await manager.save(workflow);
      await this.quotas.check(manager, principal, ['workflows']);
      return { workflow, warnings: await allWarnings(manager, principal, checked) };
    });
  }
}
