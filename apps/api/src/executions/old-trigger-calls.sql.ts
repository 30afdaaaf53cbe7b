/**
 * Arrays: $1 paths, $2 calls, $3 last uses. Locks in the order of paths, because every instance
 * writes. Index: primary key of trigger_path.
 */
export const countOldCallsSql = `
  with held as (
    select path from trigger_path where path = any($1::text[]) order by path for no key update)
  update trigger_path p set calls = p.calls + c.calls, last_used_at = greatest(p.last_used_at, c.used_at)
  from held join unnest($1::text[], $2::bigint[], $3::timestamptz[]) as c(path, calls, used_at) using (path)
  where p.path = held.path`;
