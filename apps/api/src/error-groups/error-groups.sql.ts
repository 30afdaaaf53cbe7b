/**
 * A page of groups of errors, the last seen first. $1 workspace, $2 and $3 first and last day, $4
 * and $5 the last group seen (time, fingerprint) or null, $6 limit, $7 rows to read. Index: the
 * primary key.
 */
export const errorGroupsSql = `
with read as (
  select * from error_group
  where workspace_id = $1::uuid and day >= $2::date and day <= $3::date
  limit $7::int
),
grouped as (
  select fingerprint, (array_agg(workflow_id))[1] as workflow_id, (array_agg(block_type))[1] as block_type,
    (array_agg(code))[1] as code, (array_agg(message))[1] as message,
    min(first_seen) as first_seen, max(last_seen) as last_seen, sum(count)::float8 as count,
    string_agg(array_to_string(versions, ','), ',') as versions,
    (array_agg(execution_id order by last_seen desc, execution_id))[1] as execution_id
  from read group by fingerprint
)
select *, (select count(*) from read) as read_rows from grouped
where $4::timestamptz is null or (last_seen, fingerprint) < ($4::timestamptz, $5::uuid)
order by last_seen desc, fingerprint desc
limit $6::int`;
