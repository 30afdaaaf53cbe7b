import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, SubscriptionEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { type Page, pageOf } from '../http/page.js';
import { findWorkflow } from '../workflows/stored-workflow.js';
import {
  type ListSubscriptionsParameters,
  type SubscriptionView,
  viewOf,
} from './subscription.dto.js';

export class ListSubscriptions extends Query<Page<SubscriptionView>> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly parameters: ListSubscriptionsParameters,
  ) {
    super();
  }
}

/** Index: subscription_of_workflow. */
@QueryHandler(ListSubscriptions)
export class ListSubscriptionsHandler implements IQueryHandler<ListSubscriptions> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    workflowId,
    parameters,
  }: ListSubscriptions): Promise<Page<SubscriptionView>> {
    const { dataSource } = this.database;
    const workflow = await findWorkflow(dataSource.manager, workflowId, principal);
    const query = dataSource
      .getRepository(SubscriptionEntity)
      .createQueryBuilder('subscription')
      .where('subscription.workflowId = :workflowId', { workflowId: workflow.id });
    return pageOf(query, `subscriptions:${workflow.id}`, parameters, (subscription) =>
      viewOf(subscription),
    );
  }
}
