import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { checkedDefinition } from './checked-definition.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { deployedVersionOf, lockWorkflow, requireWorkspace } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';
import type { WorkflowBody } from './workflow.schemas.js';
import { allWarnings } from './workspace-names.js';

/** Replaces the draft; the deployed version stays unchanged. */
export class UpdateWorkflow extends Command<SavedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly body: WorkflowBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateWorkflow)
export class UpdateWorkflowHandler implements ICommandHandler<UpdateWorkflow> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, workflowId, body }: UpdateWorkflow): Promise<SavedWorkflow> {
    requireWorkspace(body.workspaceId, principal);
    const checked = await checkedDefinition(body.definition);
    const { definition } = checked;
    return this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      workflow.name = body.name;
      workflow.folderId = body.folderId ?? null;
      workflow.description = body.description ?? null;
      workflow.draft = definition;
      const deployed = await deployedVersionOf(manager, workflow);
      await holdPaths(manager, workflow, definition, deployed?.definition ?? null);
      await manager.save(workflow);
      return { workflow, warnings: await allWarnings(manager, principal, checked) };
    });
  }
}
