/**
 * Figures by bucket of time. $1 workspace, $2 width in minutes, $3 from, $4 to, $5 ids, $6 whether
 * the ids are keys of the answer, $7 rows to read. Index: the primary key; with ids one look-up for
 * each bucket and id. A percentile is the first bucket of durations that holds enough of them. The
 * last row, without a time, has the figures of the whole range: percentiles do not add up.
 */

interface Figures {
  readonly table: string;
  readonly id: string;
  /** Columns that are summed. */
  readonly sums: readonly string[];
  /** What a duration bucket counts. */
  readonly timed: string;
}

const executions: Figures = {
  table: 'execution_stats',
  id: 'workflow_id',
  sums: ['success', 'error', 'cancelled', 'cost', 'tokens'],
  timed: 'success + error + cancelled',
};

const deliveries: Figures = {
  table: 'delivery_stats',
  id: 'subscription_id',
  sums: ['succeeded', 'failed', 'given_up'],
  // An attempt without an answer has no duration.
  timed: 'case when s.duration_bucket < 0 then 0 else succeeded + failed end',
};

const columnsOf = ({ id, sums, timed }: Figures): string =>
  `s.starts_at, case when $6::boolean then s.${id} end as key, s.duration_bucket, ${timed} as timed, ${sums.join(', ')}`;

const ofWorkspace = (figures: Figures): string => `
  select ${columnsOf(figures)} from ${figures.table} s
  where workspace_id = $1::uuid and width_minutes = $2::int and starts_at >= $3::timestamptz and starts_at < $4::timestamptz
    and $5::uuid[] is null
  limit $7::int`;

const ofIds = (figures: Figures): string => `
  select ${columnsOf(figures)}
  from unnest($5::uuid[]) as asked(id)
  cross join generate_series($3::timestamptz, $4::timestamptz - interval '1 ms', make_interval(mins => $2::int)) as b(starts_at)
  cross join lateral (
    select * from ${figures.table} x
    where x.workspace_id = $1::uuid and x.width_minutes = $2::int and x.starts_at = b.starts_at
      and x.${figures.id} = asked.id) s
  limit $7::int`;

const percentile = (share: number): string =>
  `min(duration_bucket) filter (where timed > 0 and timed_before + timed >= ${share} * timed_in_all)`;

const summed = (read: string, { sums }: Figures): string => `
with read as (${read}),
by_duration as (
  select starts_at, key, duration_bucket, sum(timed) as timed, count(*) as read_rows,
    ${sums.map((column) => `sum(${column}) as ${column}`).join(', ')}
  from read group by grouping sets ((starts_at, key, duration_bucket), (duration_bucket))
),
ranked as (
  select *, sum(timed) over (partition by starts_at, key order by duration_bucket) - timed as timed_before,
    sum(timed) over (partition by starts_at, key) as timed_in_all
  from by_duration
)
select starts_at, key, ${sums.map((column) => `sum(${column})::float8 as ${column}`).join(', ')},
  ${percentile(0.5)} as p50_bucket, ${percentile(0.95)} as p95_bucket, sum(read_rows)::float8 as read_rows
from ranked group by starts_at, key order by starts_at nulls last, key`;

export const executionStatsSql = summed(ofWorkspace(executions), executions);
export const executionStatsOfIdsSql = summed(ofIds(executions), executions);
export const deliveryStatsSql = summed(ofWorkspace(deliveries), deliveries);
export const deliveryStatsOfIdsSql = summed(ofIds(deliveries), deliveries);
