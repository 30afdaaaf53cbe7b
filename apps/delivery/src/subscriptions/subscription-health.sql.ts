/** Writes of the saga to subscriptions. Index: the primary key, unless stated. */

/** Counts an exhaustion of $1. `is_due`: switch it off, after $2 in a row in over $3 hours. */
export const noteExhaustedSql = `
update subscription
set exhausted_run = exhausted_run + 1, failing_since = coalesce(failing_since, now())
where id = $1 and deleted_at is null
returning active and exhausted_run >= $2 and failing_since <= now() - $3::float8 * interval '1 hour' as is_due`;

export const noteSuccessSql = `
update subscription set exhausted_run = 0, failing_since = null
where id = $1 and exhausted_run > 0`;

/**
 * $1 subscription, $2 reason, $3 url or null. Skips one that is off already, or whose url changed
 * after its receiver at $3 answered stop.
 */
export const deactivateSql = `
update subscription
set active = false, deactivated_reason = $2, deactivated_at = now(), deactivation_announced_at = null, updated_at = now()
where id = $1 and active and deleted_at is null and ($3::text is null or url = $3)`;

/** Index: subscription_to_announce. */
export const unannouncedSql = `
select id, workspace_id, workflow_id, url, deactivated_reason, exhausted_run, failing_since, deactivated_at
from subscription
where deactivated_at is not null and deactivation_announced_at is null
order by deactivated_at
limit 100`;

/** $1 subscription, $2 deactivated_at: a later deactivation still has to be announced. */
export const announcedSql = `
update subscription set deactivation_announced_at = now()
where id = $1 and deactivated_at = $2`;
