import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, WorkflowVersionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { MoreThan } from 'typeorm';
import type { Principal } from '../auth/principal.js';
import { versionViewOf } from './deploy-workflow.command.js';
import { findWorkflow } from './stored-workflow.js';
import type { WorkflowVersionView } from './workflow.dto.js';

/** Deployed versions, newest first; snapshots of drafts are excluded. */
export class ListWorkflowVersions extends Query<WorkflowVersionView[]> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

const maxVersions = 1_000;

@QueryHandler(ListWorkflowVersions)
export class ListWorkflowVersionsHandler implements IQueryHandler<ListWorkflowVersions> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, workflowId }: ListWorkflowVersions): Promise<WorkflowVersionView[]> {
    const { manager } = this.database.dataSource;
    const workflow = await findWorkflow(manager, workflowId, principal);
    const versions = await manager.find(WorkflowVersionEntity, {
      where: { workflowId: workflow.id, version: MoreThan(0) },
      order: { version: 'DESC' },
      take: maxVersions,
    });
    return versions.map(versionViewOf);
  }
}
