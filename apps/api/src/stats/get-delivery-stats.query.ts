import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { durationMsOf, readStats, type StatsRow } from './read-stats.js';
import type { DeliveryFigures, DeliveryStatsParameters } from './stats.schemas.js';
import { deliveryStatsOfIdsSql, deliveryStatsSql } from './stats.sql.js';

/** Figures of attempts to deliver by the time of their start; durations are those of answers. */
export class GetDeliveryStats extends Query<readonly DeliveryFigures[]> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: DeliveryStatsParameters,
  ) {
    super();
  }
}

interface Row extends StatsRow {
  readonly succeeded: number;
  readonly failed: number;
  readonly given_up: number;
}

@QueryHandler(GetDeliveryStats)
export class GetDeliveryStatsHandler implements IQueryHandler<GetDeliveryStats> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, parameters }: GetDeliveryStats): Promise<DeliveryFigures[]> {
    const { buckets } = await readStats<Row>(this.database.pool, {
      ...{ workspaceId, range: parameters },
      ...{ ids: parameters.subscriptionIds, idsName: 'subscriptionIds' },
      isGrouped: parameters.groupBy !== undefined,
      ofWorkspaceSql: deliveryStatsSql,
      ofIdsSql: deliveryStatsOfIdsSql,
    });
    return buckets.map((row) => ({
      at: row.starts_at.toISOString(),
      key: row.key,
      attempts: row.succeeded + row.failed,
      succeeded: row.succeeded,
      failed: row.failed,
      givenUp: row.given_up,
      p50Ms: durationMsOf(row.p50_bucket),
      p95Ms: durationMsOf(row.p95_bucket),
    }));
  }
}
