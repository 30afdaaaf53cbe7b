/**
 * A day of figures before what the seed runs, written past the ledger: pictures of a workspace that
 * is seconds old show neither a chart nor a success rate. Only pictures use it.
 */
import pg from 'pg';

/** Every third minute, with noise that is the same on each run, and a bad hour two hours ago. */
const timesSql = `
select at, abs(hashint4((extract(epoch from now() - at) / 60)::int)) % 100 as noise,
  now() - at between interval '100 minutes' and interval '190 minutes' as is_bad
from generate_series(now() - interval '24 hours', now() - interval '3 minutes', interval '3 minutes') as at`;

const many = '(12 + noise % 15 + 10 * sin(extract(epoch from at) / 9000))';
const startsAt = "date_bin(make_interval(mins => width), at, '2001-01-01')";
const widths = '36, 0.7), (42, 0.25), (50, 0.05';

/** $1 the workspace, $2 the workflow. */
const executionsSql = `
insert into execution_stats (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition,
  duration_bucket, success, error, cancelled, cost, tokens)
select $1::uuid, width, ${startsAt}, $2::uuid, 0, bucket, sum(${many} * share)::bigint,
  sum(case when is_bad then 9 when noise > 80 then 1 else 0 end * share)::bigint,
  sum(case when noise = 7 then share else 0 end)::bigint, sum(0.0007 * ${many} * share), sum(1284 * share)::bigint
from (${timesSql}) as times, unnest(array[1, 60, 1440]) as width, (values (${widths})) as shares(bucket, share)
group by width, ${startsAt}, bucket on conflict do nothing`;

/** $1 the workspace. */
const deliveriesSql = `
insert into delivery_stats (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition,
  duration_bucket, succeeded, failed)
select $1::uuid, width, ${startsAt}, id, 0, bucket, sum(${many} * share)::bigint,
  sum(case when is_bad and url like '%billing%' then 9 when noise = 99 then 1 else 0 end * share)::bigint
from (${timesSql}) as times, unnest(array[1, 60, 1440]) as width, (values (${widths})) as shares(bucket, share), subscription
where workspace_id = $1::uuid and active and url not like '%/webhooks'
group by width, ${startsAt}, id, bucket on conflict do nothing`;

/** Those that ended lie further apart the older they are. $1 the workspace. */
const apartSql = `
with ended as (
  select execution_id, row_number() over (order by started_at desc) as place
  from execution_log where workspace_id = $1 and status in ('success', 'cancelled'))
update execution_log l
set started_at = l.started_at - shift, ended_at = l.ended_at - shift
from ended, lateral (select power(place, 1.7) * interval '17 seconds' as shift) as shifts
where l.execution_id = ended.execution_id`;

export async function writeHistory(
  databaseUrl: string,
  workspaceId: string,
  workflowId: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`update workspace set name = 'Northwind' where id = $1`, [workspaceId]);
    await client.query(executionsSql, [workspaceId, workflowId]);
    await client.query(deliveriesSql, [workspaceId]);
    await client.query(apartSql, [workspaceId]);
  } finally {
    await client.end();
  }
}
