import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { scheduleConfig } from '@libs/blocks';
import { type Database, type WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { Quotas } from '../quotas/index.js';
import { holdSchedule } from '../schedules/scheduler.js';
import { invalidWorkflow } from './checked-definition.js';
import { versionViewOf } from './deploy-workflow.command.js';
import { lockWorkflow } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';
import type { DeployedVersionView } from './version.schemas.js';

/**
 * Deploys an older version again, under its number. It was checked when it was first deployed; the
 * checks that came later do not keep anybody from going back.
 */
export class DeployVersion extends Command<DeployedVersionView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly version: number,
  ) {
    super();
  }
}

/** @throws ApiError 422 for a schedule of an earlier release that can't be read any more */
function refuseOldSchedule({ blocks }: WorkflowDefinition): void {
  const clock = blocks.find(({ type }) => type === 'schedule');
  if (clock === undefined || scheduleConfig.safeParse(clock.config).success) return;
  const message =
    'This release no longer accepts the schedule. Change it in the draft and deploy that';
  throw invalidWorkflow([{ code: 'INVALID_CONFIG', blockId: clock.id, field: 'config', message }]);
}

@CommandHandler(DeployVersion)
export class DeployVersionHandler implements ICommandHandler<DeployVersion> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
    @Inject(Quotas) private readonly quotas: Quotas,
  ) {}

  async execute({ principal, workflowId, version }: DeployVersion): Promise<DeployedVersionView> {
    const deployed = await this.database.dataSource.transaction(async (manager) => {
      const workflow = await lockWorkflow(manager, workflowId, principal);
      return this.#deploy(manager, workflow, version, principal);
    });
    this.targets.forget(workflowId);
    return versionViewOf(deployed);
  }

  async #deploy(
    manager: EntityManager,
    workflow: WorkflowEntity,
    number: number,
    principal: Principal,
  ): Promise<WorkflowVersionEntity> {
    const of = { workflowId: workflow.id, version: number };
    const version = await manager.findOneBy(WorkflowVersionEntity, of);
    if (version === null) throw notFound('version');
    const { definition } = version;
    const drafts = workflow.problems === null ? [workflow.draft] : [];
    const taken = await holdPaths(manager, workflow, [definition, ...drafts]);
    if (taken !== null) throw invalidWorkflow([taken]);
    refuseOldSchedule(definition);
    workflow.deployedVersion = number;
    await manager.save(workflow);
    const isNew = await holdSchedule(manager, workflow.id, definition, Date.now());
    if (isNew) await this.quotas.check(manager, principal, ['schedules']);
    return version;
  }
}
