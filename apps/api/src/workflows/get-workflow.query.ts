import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database, WorkflowEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findWorkflow } from './stored-workflow.js';

export class GetWorkflow extends Query<WorkflowEntity> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(GetWorkflow)
export class GetWorkflowHandler implements IQueryHandler<GetWorkflow> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ principal, workflowId }: GetWorkflow): Promise<WorkflowEntity> {
    return findWorkflow(this.database.dataSource.manager, workflowId, principal);
  }
}
