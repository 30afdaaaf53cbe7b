import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, SubscriptionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { type Page, pageOf } from '../http/page.js';
import { findWorkflow } from '../workflows/stored-workflow.js';
import { withIncluded } from './standings.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { ListSubscriptionsParameters } from './subscription.schemas.js';

export class ListSubscriptions extends Query<Page<SubscriptionView>> {
  constructor(
    readonly principal: Principal,
    /** Undefined: all subscriptions of the workspace. */
    readonly workflowId: string | undefined,
    readonly parameters: ListSubscriptionsParameters,
  ) {
    super();
  }
}

/** Indexes: subscription_of_workflow, subscription_of_workspace. */
@QueryHandler(ListSubscriptions)
export class ListSubscriptionsHandler implements IQueryHandler<ListSubscriptions> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    workflowId,
    parameters,
  }: ListSubscriptions): Promise<Page<SubscriptionView>> {
    const { dataSource, pool } = this.database;
    if (workflowId !== undefined) await findWorkflow(dataSource.manager, workflowId, principal);
    const query = dataSource
      .getRepository(SubscriptionEntity)
      .createQueryBuilder('subscription')
      .where('subscription.workspaceId = :workspaceId', { workspaceId: principal.workspaceId });
    if (workflowId !== undefined)
      query.andWhere('subscription.workflowId = :workflowId', { workflowId });
    const list = workflowId ?? principal.workspaceId;
    const page = await pageOf(query, `subscriptions:${list}`, parameters, (subscription) =>
      viewOf(subscription),
    );
    const { workspaceId } = principal;
    return { ...page, data: await withIncluded(pool, workspaceId, page.data, parameters.include) };
  }
}
