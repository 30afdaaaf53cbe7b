import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';

export class GetSubscription extends Query<SubscriptionView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
  ) {
    super();
  }
}

@QueryHandler(GetSubscription)
export class GetSubscriptionHandler implements IQueryHandler<GetSubscription> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, target }: GetSubscription): Promise<SubscriptionView> {
    return viewOf(await findSubscription(this.database.dataSource.manager, target, principal));
  }
}
