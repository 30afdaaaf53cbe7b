/** Accounts as operators see them. Statements use primary keys, unless an index is named. */

const columns = 'a.id, a.name, a.plan, a.limits, a.suspended_at, a.suspended_reason, a.created_at';

/** $1 id of the account or of one of its workspaces. */
export const findAccountSql = `
  select ${columns} from account a
  where a.id = coalesce((select w.account_id from workspace w where w.id = $1), $1)`;

const page = `($1::timestamptz is null or (a.created_at, a.id) < ($1, $2::uuid))
  order by a.created_at desc, a.id desc limit $3`;

/** $1, $2 page key or null, $3 how many. Index: account_page. */
export const listAccountsSql = `select ${columns} from account a where ${page}`;

/** The same of suspended accounts. Index: account_suspended_page. */
export const listSuspendedAccountsSql = `
  select ${columns} from account a where a.suspended_at is not null and ${page}`;

/** $1 account, $2 how many. Index: workspace_of_account. */
export const workspacesOfAccountSql = `
  select id, name, created_at from workspace where account_id = $1 and erased_at is null
  order by created_at, id limit $2`;

export const setPlanSql = `update account a set plan = $2 where a.id = $1 returning ${columns}`;

/** $1 account, $2 limits to set, $3 names of limits to remove. */
export const changeLimitsSql = `
  update account a set limits = (a.limits || $2::jsonb) - $3::text[] where a.id = $1 returning ${columns}`;

/** $1 account, $2 reason. A suspended account keeps its time. */
export const suspendSql = `
  update account a set suspended_at = coalesce(a.suspended_at, now()), suspended_reason = $2
  where a.id = $1 returning ${columns}`;

export const resumeSql = `
  update account a set suspended_at = null, suspended_reason = null where a.id = $1 returning ${columns}`;

/**
 * $1 account, $2 how many months, newest first. Executions and tokens are null in months that ended
 * before they were counted. Indexes: primary keys.
 */
export const usageByMonthSql = `
  with counted as (
    select period, sum(executions)::bigint as executions, sum(prompt_tokens)::bigint as prompt_tokens,
      sum(completion_tokens)::bigint as completion_tokens
    from execution_usage where account_id = $1 group by period)
  select to_char(period, 'YYYY-MM-DD') as period_start, coalesce(u.cost, 0) as cost, c.executions, c.prompt_tokens,
    c.completion_tokens
  from (select period, cost from usage_period where account_id = $1) u full join counted c using (period)
  order by period desc limit $2`;
