/**
 * $1 window keys, $2 account, $3 period. Returns the account's windows, its cost of the month and
 * what its executions keep, in one read. Indexes: primary keys, stored_bytes_of_account.
 * rate-limiter-flexible writes the windows, the projector the others.
 */
export const readLimitsSql = `
  select key, points::float8 as value from rate_limit where key = any($1)
  union all
  select 'usage', cost from usage_period where account_id = $2 and period = $3::date
  union all
  select 'stored', coalesce(sum(bytes), 0)::float8 from stored_bytes where account_id = $2`;

/** $1 epoch ms, $2 how many. Skips rows of another sweep. Index: rate_limit_by_expiry. */
export const sweepWindowsSql = `
delete from rate_limit where key in (
  select key from rate_limit where expire < $1 order by expire limit $2 for update skip locked)`;
