/** Breakers that are not closed. Index: primary keys, unless stated. */

/** Owners renew theirs three times in this time. The api reads older rows as closed, too. */
const keptFor = `interval '90 seconds'`;

/**
 * $1 owner, $2 subscriptions, $3 states, $4 next probes, $5 since when. A row of another
 * owner is taken over: it had the lane before. Returns what pages are told.
 */
export const tellBreakersSql = `
with told as (
  insert into subscription_breaker as b (subscription_id, state, next_probe_at, owner, opened_at)
  select s.id, n.state, n.next_probe_at, $1::uuid, n.opened_at
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) as n(id, state, next_probe_at, opened_at)
  join subscription s on s.id = n.id order by s.id
  on conflict (subscription_id) do update set
    state = excluded.state, next_probe_at = excluded.next_probe_at, owner = excluded.owner, renewed_at = now(),
    opened_at = case when b.renewed_at < now() - ${keptFor} then excluded.opened_at else b.opened_at end
  returning *
)
select t.subscription_id, t.state, t.opened_at, t.next_probe_at, s.workspace_id, s.workflow_id
from told t join subscription s on s.id = t.subscription_id`;

const closed = (gone: string): string => `
with gone as (delete from subscription_breaker b where ${gone} returning b.subscription_id)
select g.subscription_id, 'closed' as state, null::timestamptz as opened_at, null::timestamptz as next_probe_at,
  s.workspace_id, s.workflow_id
from gone g join subscription s on s.id = g.subscription_id`;

/** $1 owner, $2 subscriptions. A breaker that another process opened since stays. */
export const closeBreakersSql = closed(
  'b.owner = $1::uuid and b.subscription_id = any($2::uuid[])',
);

/** Those of processes that died, a hundred at a time: one for each receiver that hung then. */
export const closeOrphansSql = closed(`b.subscription_id in (
    select o.subscription_id from subscription_breaker o
    where o.renewed_at < now() - ${keptFor} limit 100)`);

/** $1 owner, $2 subscriptions. */
export const renewBreakersSql = `
update subscription_breaker set renewed_at = now()
where owner = $1::uuid and subscription_id = any($2::uuid[])`;
