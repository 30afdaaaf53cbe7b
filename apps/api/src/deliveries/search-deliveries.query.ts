import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { decodeCursor, encodeCursor, keyOfRow, type Page } from '../http/page.js';
import {
  ownedSubscriptionSql,
  subscribedDeliveriesSql,
  workspaceDeliveriesSql,
} from './deliveries.sql.js';
import {
  type DeliveryRow,
  type DeliveryView,
  deliveryViewOf,
  type SearchDeliveriesParameters,
} from './delivery.schemas.js';

/** A page of the workspace's deliveries. A page before the last may be short, or empty. */
export class SearchDeliveries extends Query<Page<DeliveryView>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: SearchDeliveriesParameters,
  ) {
    super();
  }
}

interface WalkedRow extends DeliveryRow {
  readonly is_match: boolean;
  readonly place: number;
}

/** About 50 ms. A search for rare deliveries continues on the next page. */
const maxWalkedRows = 10_000;

@QueryHandler(SearchDeliveries)
export class SearchDeliveriesHandler implements IQueryHandler<SearchDeliveries> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, parameters }: SearchDeliveries): Promise<Page<DeliveryView>> {
    const { workspaceId } = principal;
    const { subscriptionId = null, state = null, workflowId = null } = parameters;
    const { from, to, limit, cursor } = parameters;
    if (subscriptionId !== null) await this.#checkSubscription(subscriptionId, workspaceId);
    const filters = [subscriptionId, state, workflowId, from.getTime(), to.getTime()];
    const list = `deliveries:${workspaceId}:${filters.join(':')}`;
    const after = cursor === undefined ? null : decodeCursor(list, cursor);
    const isFiltered = state !== null || workflowId !== null;
    const walkedRows = isFiltered ? maxWalkedRows : limit + 1;
    const { rows } = await this.database.pool.query<WalkedRow>(
      subscriptionId === null ? workspaceDeliveriesSql : subscribedDeliveriesSql,
      [
        ...[workspaceId, subscriptionId, state, workflowId, from, to],
        ...[after?.createdAt ?? null, after?.id ?? null, walkedRows, limit + 1],
      ],
    );
    const data = rows.filter(({ is_match }) => is_match).slice(0, limit);
    // Only rows beyond the page, or the end of the walk, are left over.
    const last = rows.length > limit ? rows[limit - 1] : isFiltered ? walkEndOf(rows) : undefined;
    return {
      data: data.map(deliveryViewOf),
      ...(last !== undefined && { nextCursor: encodeCursor(list, keyOfRow(last)) }),
    };
  }

  async #checkSubscription(subscriptionId: string, workspaceId: string): Promise<void> {
    const values = [subscriptionId, workspaceId];
    const { rowCount } = await this.database.pool.query(ownedSubscriptionSql, values);
    if (rowCount === 0) throw notFound('subscription');
  }
}

const walkEndOf = (rows: readonly WalkedRow[]) => rows.find(({ place }) => place === maxWalkedRows);
