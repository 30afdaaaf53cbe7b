import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { findSubscription, type SubscriptionId } from './stored-subscription.js';
import { withIncluded } from './standings.js';
import { type SubscriptionView, viewOf } from './subscription-view.schemas.js';
import type { Included } from './subscription.schemas.js';

export class GetSubscription extends Query<SubscriptionView> {
  constructor(
    readonly principal: Principal,
    readonly target: SubscriptionId,
    readonly included: Included,
  ) {
    super();
  }
}

@QueryHandler(GetSubscription)
export class GetSubscriptionHandler implements IQueryHandler<GetSubscription> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, target, included }: GetSubscription): Promise<SubscriptionView> {
    const { dataSource, pool } = this.database;
    const view = viewOf(await findSubscription(dataSource.manager, target, principal));
    const [shown = view] = await withIncluded(pool, principal.workspaceId, [view], included);
    return shown;
  }
}
