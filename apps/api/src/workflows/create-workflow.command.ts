import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { Quotas } from '../quotas/index.js';
import { checkedDefinition } from './checked-definition.js';
import { withClaimedPath } from './free-path.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { requireWorkspace } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';
import type { WorkflowBody } from './workflow.schemas.js';
import { allWarnings } from './workspace-names.js';

export class CreateWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly body: WorkflowBody,
    /** A trigger path that is in use is refused, or changed to a free one. */
    readonly whenPathTaken: 'refuse' | 'change' = 'refuse',
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

  async execute({ principal, body, whenPathTaken }: CreateWorkflow): Promise<SavedWorkflow> {
    const workspaceId = requireWorkspace(body.workspaceId, principal);
    const checked = await checkedDefinition(body.definition);
    const { definition } = checked;
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = manager.create(WorkflowEntity, {
        id: uuidv7(),
        workspaceId,
        folderId: body.folderId ?? null,
        name: body.name,
        description: body.description ?? null,
        deployedVersion: null,
      });
      // Set after `create`, whose deep merge would alter the definition.
      workflow.draft =
        whenPathTaken === 'change'
          ? await withClaimedPath(manager, workflow, definition)
          : definition;
      await manager.save(workflow);
      await holdPaths(manager, workflow, workflow.draft, null);
      await this.quotas.check(manager, principal, ['workflows']);
      return { workflow, warnings: await allWarnings(manager, principal, checked) };
    });
  }
}
