/**
 * The windows of an account and its cost of this month in one read. Indexes: both primary keys. Rows of the windows are
 * written by rate-limiter-flexible; the cost by the projector.
 */
export const readLimitsSql = `
  select key, points::float8 as value from rate_limit where key = any($1)
  union all
  select 'usage', cost from usage_period where account_id = $2 and period = $3::date`;
