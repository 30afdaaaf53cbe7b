import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { type Page, pageOf } from '../http/page.js';
import { requireWorkspace } from './stored-workflow.js';
import {
  type ListWorkflowsParameters,
  summaryOf,
  type WorkflowSummary,
} from './workflow.schemas.js';

export class ListWorkflows extends Query<Page<WorkflowSummary>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: ListWorkflowsParameters,
    readonly triggerBase: string,
  ) {
    super();
  }
}

/** All but the draft, which may have 2 MB. */
const summaryColumns = [
  ...['id', 'workspaceId', 'folderId', 'name', 'description', 'deployedVersion', 'webhookPath'],
  ...['pausedAt', 'revision', 'createdAt', 'updatedAt', 'updatedBy'],
];

/** Index: workflow_of_workspace. */
@QueryHandler(ListWorkflows)
export class ListWorkflowsHandler implements IQueryHandler<ListWorkflows> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ principal, parameters, triggerBase }: ListWorkflows): Promise<Page<WorkflowSummary>> {
    const workspaceId = requireWorkspace(parameters.workspaceId, principal);
    const query = this.database.dataSource
      .getRepository(WorkflowEntity)
      .createQueryBuilder('workflow')
      .select(summaryColumns.map((column) => `workflow.${column}`))
      .where('workflow.workspaceId = :workspaceId', { workspaceId });
    return pageOf(query, `workflows:${workspaceId}`, parameters, (workflow) =>
      summaryOf(workflow, workflow.webhookPath ?? null, triggerBase),
    );
  }
}
