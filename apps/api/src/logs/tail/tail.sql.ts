/** Reads of the tail: ended executions in ledger order. */
import type { TailParameters } from '../query/log-parameters.js';
import type { LogSearch } from '../query/log-search.js';
import { LogConditions } from '../query/log-conditions.js';
import { maxSearchedRows, maxTailedRows, walked } from '../query/log-walk.js';
import { detailJoins, listColumns, type SqlQuery } from '../query/log.sql.js';

/** A range of one partition: `fromOffset` inclusive, `untilOffset` exclusive. */
export interface LedgerRange {
  readonly partition: number;
  readonly fromOffset: number;
  readonly untilOffset: number;
}

/** $1 workspace, $2 partitions, $3 offsets. Index execution_log_tail, one entry per partition. */
export const nextEndedSql = `
select r.partition, l.ledger_offset, l.ended_at
from unnest($2::int[], $3::bigint[]) as r(partition, from_offset)
cross join lateral (
  select l.ledger_offset, l.ended_at
  from execution_log l
  where l.workspace_id = $1 and l.ledger_partition = r.partition and l.ledger_offset >= r.from_offset and l.ended_at is not null
  order by l.ledger_offset
  limit 1) l`;

/**
 * Index execution_log_tail, once per partition. Partitions merge by running maximum end time, as
 * ends within one may be out of order. With filters it walks a bounded number of rows. The upper
 * bound is tested outside: between two unknown bounds Postgres expects one row in 200, and sorts.
 * @param walkedRows total over all partitions; the row where a walk stopped is returned as well
 */
export function tailLogsQuery(
  parameters: TailParameters,
  endedSince: Date | null,
  ranges: readonly LedgerRange[],
  search: LogSearch | null,
  walkedRows = search === null ? maxTailedRows : maxSearchedRows,
): SqlQuery {
  const { workspaceId, ...filters } = parameters;
  const along = new LogConditions({ workspaceId }, null);
  const passed = new LogConditions(filters, search, { values: along.values });
  passed.where('l.ended_at >= ?', endedSince ?? undefined);
  const [partitions, froms, untils, limit] = [
    ranges.map(({ partition }) => partition),
    ranges.map(({ fromOffset }) => fromOffset),
    ranges.map(({ untilOffset }) => untilOffset),
    parameters.limit,
  ].map((value) => along.parameter(value)) as [string, string, string, string];
  const ended = `execution_log l
      where l.ledger_partition = r.partition and l.ledger_offset >= r.from_offset and l.ended_at is not null and ${along.text}`;
  const order = 'order by l.ledger_offset';
  const ofPartition =
    passed.text === ''
      ? `select l.*, true as is_match, false as is_walk_end from ${ended} ${order}`
      : walked(ended, order, passed.text, Math.ceil(walkedRows / ranges.length));
  const text = `
with page as (
  select l.*, max(l.ended_at) over (partition by l.ledger_partition order by l.ledger_offset) as merge_key
  from unnest(${partitions}::int[], ${froms}::bigint[], ${untils}::bigint[]) as r(partition, from_offset, until_offset)
  cross join lateral (
    ${ofPartition}
    limit ${limit}) l
  where l.ledger_offset < r.until_offset
  order by merge_key, l.ledger_partition, l.ledger_offset
  limit ${limit}
)
select ${listColumns(parameters)}, l.ledger_partition, l.ledger_offset, l.is_match, l.is_walk_end
from page l${detailJoins(parameters)}
order by l.merge_key, l.ledger_partition, l.ledger_offset`;
  return { text, values: along.values };
}
