/** Index workspace_to_erase. The lease expires by itself after an hour if the process dies. */
export const claimErasureSql = `
  update workspace set erase_rows_at = now() + interval '1 hour'
  where id = (
    select id from workspace where erase_rows_at <= now() order by erase_rows_at limit 1 for update skip locked)
  returning id`;

/** $1 workspace. 100 days is longer than any execution may be paused. */
export const enoughErasedSql = `
  update workspace set erase_rows_at = null where id = $1 and erased_at < now() - interval '100 days'`;
