import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import type { View } from '../http/answers.js';
import { ofKey } from '../logs/query/own-logs.js';
import { durationMsOf, readStats, type StatsRow } from './read-stats.js';
import type { executionStatsAnswer, ExecutionStatsParameters } from './stats.schemas.js';
import { executionStatsOfIdsSql, executionStatsSql } from './stats.sql.js';

/** Figures of executions by the time of their end; runs of drafts do not count. */
export class GetExecutionStats extends Query<View<typeof executionStatsAnswer>> {
  constructor(
    readonly principal: Principal,
    readonly parameters: ExecutionStatsParameters,
  ) {
    super();
  }
}

interface Row extends StatsRow {
  readonly success: number;
  readonly error: number;
  readonly cancelled: number;
  readonly cost: number;
  readonly tokens: number;
}

@QueryHandler(GetExecutionStats)
export class GetExecutionStatsHandler implements IQueryHandler<GetExecutionStats> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({
    principal,
    parameters,
  }: GetExecutionStats): Promise<View<typeof executionStatsAnswer>> {
    const { workspaceId } = principal;
    const { workflowIds } = ofKey({ ...parameters, workspaceId }, principal);
    const { buckets, whole } = await readStats<Row>(this.database.pool, {
      ...{ workspaceId, range: parameters, ids: workflowIds, idsName: 'workflowIds' },
      isGrouped: parameters.groupBy !== undefined,
      ofWorkspaceSql: executionStatsSql,
      ofIdsSql: executionStatsOfIdsSql,
    });
    return {
      data: buckets.map((row) => ({
        at: row.starts_at.toISOString(),
        key: row.key,
        ...figuresOf(row),
      })),
      totals: whole === null ? null : figuresOf(whole),
    };
  }
}

const figuresOf = (row: Row) => ({
  success: row.success,
  error: row.error,
  cancelled: row.cancelled,
  p50Ms: durationMsOf(row.p50_bucket),
  p95Ms: durationMsOf(row.p95_bucket),
  costUsd: row.cost,
  tokens: row.tokens,
});
