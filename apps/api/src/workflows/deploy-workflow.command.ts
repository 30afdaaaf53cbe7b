import { Inject } from '@nestjs/common';
import { checkSelfStarts } from '@libs/blocks';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, type WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { DefinitionWarning } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { Quotas } from '../quotas/index.js';
import { holdSchedule } from '../schedules/scheduler.js';
import { checkedDefinition, invalidWorkflow } from './checked-definition.js';
import { definitionOf, draftOf } from './definition-text.js';
import { copyLayoutSql } from './layout.sql.js';
import { requireRevision } from './revision.js';
import { deployedVersionOf, lockWorkflow } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';
import type { DeployedVersionView } from './version.schemas.js';
import { allWarnings, workspaceProblems } from './workspace-names.js';

export interface DeployedWorkflow {
  readonly version: DeployedVersionView;
  readonly warnings: readonly DefinitionWarning[];
}

/**
 * Freezes the draft as the next version. For an unchanged draft, it returns the deployed version.
 */
export class DeployWorkflow extends Command<DeployedWorkflow> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    /** Why it is deployed. */
    readonly note: string | null,
    /** The revisions of the draft that may be deployed; null: any. */
    readonly revisions: ReadonlySet<number> | null,
  ) {
    super();
  }
}

/** View of a version that was loaded or saved. */
export const versionViewOf = (version: WorkflowVersionEntity): DeployedVersionView => ({
  workflowId: version.workflowId,
  version: version.version,
  contentHash: version.contentHash,
  createdAt: version.createdAt.toISOString(),
  deployedBy: version.deployedBy,
  note: version.note,
  definition: definitionOf(version),
});

@CommandHandler(DeployWorkflow)
export class DeployWorkflowHandler implements ICommandHandler<DeployWorkflow> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute(command: DeployWorkflow): Promise<DeployedWorkflow> {
    const { principal, workflowId, note, revisions } = command;
    const { version, warnings } = await this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      requireRevision(workflow, revisions);
      return this.#deploy(manager, workflow, principal, note);
    });
    this.targets.forget(workflowId);
    return { version: versionViewOf(version), warnings };
  }

  async #deploy(
    manager: EntityManager,
    workflow: WorkflowEntity,
    principal: Principal,
    note: string | null,
  ): Promise<{ version: WorkflowVersionEntity; warnings: readonly DefinitionWarning[] }> {
    // Checked again, because a newer release may refuse a draft that an older one stored.
    const checked = await checkedDefinition(workflow.draft);
    const { definition, contentHash } = checked;
    const problems = [
      ...checkSelfStarts(definition, workflow.id),
      ...(await workspaceProblems(manager, workflow.workspaceId, checked)),
    ];
    if (problems.length > 0) throw invalidWorkflow(problems);
    const warnings = await allWarnings(manager, principal, checked);
    const deployed = await deployedVersionOf(manager, workflow);
    const taken = await holdPaths(manager, workflow, [definition]);
    if (taken !== null) throw invalidWorkflow([taken]);
    if (deployed?.contentHash === contentHash) return { version: deployed, warnings };
    const latest = await manager.maximum(WorkflowVersionEntity, 'version', {
      workflowId: workflow.id,
    });
    const version = manager.create(WorkflowVersionEntity, {
      workflowId: workflow.id,
      version: Math.max(0, latest ?? 0) + 1,
      contentHash,
      deployedBy: principal.userId,
      note,
    });
    version.definition = definition;
    version.definitionText = draftOf(workflow).text;
    await manager.save(version);
    await manager.query(copyLayoutSql, [workflow.id, version.version]);
    workflow.deployedVersion = version.version;
    await manager.save(workflow);
    const isNew = await holdSchedule(manager, workflow.id, definition, Date.now());
    if (isNew) await this.quotas.check(manager, principal, ['schedules']);
    return { version, warnings };
  }
}
