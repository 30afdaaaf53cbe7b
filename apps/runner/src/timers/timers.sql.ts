/** Claims rows of `parked_execution`. The lease is `issued_at`, which a new pause clears. */

/**
 * $1 now, $2 leases up to this are over, $3 how many. Index: parked_execution_due. An array:
 * Postgres guesses a tenth of the table for a limit that it does not see, and would join all of it.
 */
export const claimDueSql = `
  update parked_execution p set issued_at = $1
  where p.execution_id = any(array(
    select execution_id from parked_execution
    where due_at <= $1 and resumed_sequence is null and (issued_at is null or issued_at <= $2)
    order by due_at limit $3 for update skip locked))
  returning p.execution_id, p.waits`;

/**
 * Like `claimDueSql`, for ended children. Selects waiting rows first: under a limit Postgres scans
 * all. Indexes: parked_execution_waits_for_child, execution_log.execution_id, primary key.
 */
export const claimEndedChildrenSql = `
  with waiting as materialized (
    select execution_id, children from parked_execution
    where children <> '{}' and resumed_sequence is null and (issued_at is null or issued_at <= $2)
  ), ended as materialized (
    select w.execution_id, l.execution_id as child_id, l.status, l.error
    from waiting w
    cross join lateral unnest(w.children) as c(id)
    join execution_log l on l.execution_id = c.id and l.ended_at is not null
    limit $3
  ), locked as (
    select execution_id from parked_execution
    where execution_id = any(array(select execution_id from ended))
      and resumed_sequence is null and (issued_at is null or issued_at <= $2)
    for update skip locked)
  update parked_execution p set issued_at = $1
  from locked k join ended e on e.execution_id = k.execution_id
  left join execution_detail d on d.execution_id = e.child_id
  where p.execution_id = k.execution_id
  returning p.execution_id, p.waits, e.child_id, e.status, e.error, d.final_output::text`;
