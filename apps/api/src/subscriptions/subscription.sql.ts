/**
 * $1 subscription. When it was last switched off, also after it is on again; null when unknown.
 * Rounded down to ms like delivery times, so the first delivery is included. Index: primary key.
 */
export const offSinceSql = `select date_trunc('milliseconds', off_since) as off_since from subscription where id = $1`;

/** Deliveries of a state that are counted, of at most $3. Index: delivery_unsent. */
const counted = (state: 'pending' | 'suppressed', since: string): string => `
  (select count(*) from (
    select from delivery d where d.subscription_id = s.id and d.state = '${state}' ${since} limit $3::int) few)::int`;

/** Clocks of processes differ by less. */
const clockSlack = `interval '1 second'`;

/**
 * $1 workspace, $2 subscriptions, $3 most deliveries to count, $4 seconds after which a
 * breaker that nobody renewed counts as closed. Indexes: primary keys, delivery_unsent.
 */
export const standingsSql = `
select s.id, w.name as workflow_name, s.off_since, b.state as breaker_state, b.opened_at, b.next_probe_at,
  ${counted('pending', '')} as pending,
  ${counted('suppressed', `and d.updated_at >= s.off_since - ${clockSlack}`)} as suppressed,
  l.started_at, l.latency_ms, l.status, l.error_code
from unnest($2::uuid[]) as asked(id)
join subscription s on s.id = asked.id and s.workspace_id = $1::uuid
left join workflow w on w.id = s.workflow_id
left join subscription_breaker b on b.subscription_id = s.id and b.renewed_at > now() - make_interval(secs => $4::int)
left join lateral (
  select * from subscription_attempt a where a.workspace_id = $1::uuid and a.subscription_id = s.id
  order by a.started_at desc limit 1) l on true`;

/**
 * $1 workspace, $2 subscriptions, $3 rows to read. Attempts of this hour and the 23 before. Index:
 * primary key of delivery_stats, once for each subscription and hour.
 */
export const figuresOfLastDaySql = `
with read as (
  select asked.id, x.starts_at, x.succeeded, x.failed, x.given_up
  from unnest($2::uuid[]) as asked(id)
  cross join generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', now(), interval '1 hour') as b(starts_at)
  cross join lateral (
    select * from delivery_stats y
    where y.workspace_id = $1::uuid and y.width_minutes = 60 and y.starts_at = b.starts_at and y.subscription_id = asked.id) x
  limit $3::int)
select id, starts_at, sum(succeeded)::float8 as succeeded, sum(failed)::float8 as failed,
  sum(given_up)::float8 as given_up, count(*)::int as read_rows
from read group by id, starts_at`;

/** $1 subscription. Replaced secrets that still sign. Index: the primary key. */
export const countEarlierSecretsSql = `
select count(*)::int as earlier from subscription_secret
where subscription_id = $1 and signs_until > now() and ciphertext is not null`;

/** The same secrets, the last one first. */
export const earlierSecretsSql = `
select ciphertext from subscription_secret
where subscription_id = $1 and signs_until > now() and ciphertext is not null order by set_at desc limit 9`;

/**
 * $1 workflow, $2 workspace, $3 characters of the output. The last execution that ended, drafts
 * apart, among the newest 200. Index: execution_log_of_workflow, then the key of execution_detail.
 */
export const lastEndedSql = `
select l.id, l.execution_id, l.workflow_name, l.deployment_version, l.status, l.level, l.trigger,
  l.started_at, l.ended_at, l.total_duration_ms, l.cost_total, l.error, d.cost, d.files::text as files,
  left(d.final_output::text, $3::int) as final_output
from (
  select * from (
    select * from execution_log where workflow_id = $1 order by started_at desc, id desc limit 200) n
  where n.workspace_id = $2 and n.ended_at is not null and n.deployment_version > 0
  order by n.started_at desc, n.id desc limit 1) l
left join execution_detail d on d.execution_id = l.execution_id and d.retention_bucket = l.retention_bucket`;
