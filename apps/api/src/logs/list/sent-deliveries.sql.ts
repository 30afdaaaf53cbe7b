/** Of one execution, the first ones. */
const mostDeliveries = 5;
/** Of one delivery, the last ones. */
const mostAttempts = 8;

/**
 * $1 executions, $2 workspace. What was sent of each, and how it was answered. Indexes:
 * delivery_of_execution, primary key of delivery_attempt.
 */
export const sentDeliveriesSql = `
select d.id, d.execution_id, d.state, d.next_due_at, a.outcomes
from unnest($1::uuid[]) as e(id)
cross join lateral (
  select id, execution_id, state, next_due_at, created_at from delivery
  where execution_id = e.id and workspace_id = $2::uuid
  order by created_at, id limit ${mostDeliveries}) d
cross join lateral (
  select coalesce(array_agg(t.is_ok order by t.attempt_number), '{}') as outcomes
  from (
    select attempt_number, (status between 200 and 299) is true as is_ok from delivery_attempt
    where delivery_id = d.id
    order by attempt_number desc limit ${mostAttempts}) t) a
order by d.execution_id, d.created_at, d.id`;
