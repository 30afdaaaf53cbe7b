/**
 * $1 window keys, $2 account, $3 period. Returns the account's windows and its cost of the month in
 * one read. Indexes: both primary keys. rate-limiter-flexible writes the windows, the projector the
 * cost.
 */
export const readLimitsSql = `
  select key, points::float8 as value from rate_limit where key = any($1)
  union all
  select 'usage', cost from usage_period where account_id = $2 and period = $3::date`;
