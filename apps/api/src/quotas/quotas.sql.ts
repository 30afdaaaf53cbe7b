/**
 * Counts for quotas. Each is $1 account, $2 most rows to count, and reads no more than these: the
 * workspaces of an account have a quota too, so their number is bounded.
 */
import { advisoryLocks } from '@libs/persistence';

/**
 * $1 account. Held until the transaction ends. A statement of its own: one that counts as well
 * would see the rows as they were before it waited.
 */
export const lockQuotasSql = `select pg_advisory_xact_lock(${advisoryLocks.countingQuotas}, hashtext($1::text))`;

/** @param rows selects the rows of one workspace `w`, by an index */
const overWorkspaces = (rows: string): string => `
  select count(*)::int as count from (
    select from workspace w cross join lateral (${rows} limit $2) kept
    where w.account_id = $1 and w.erased_at is null limit $2) counted`;

/** Index: workspace_of_account. */
export const countWorkspacesSql = `
  select count(*)::int as count from (
    select from workspace where account_id = $1 and erased_at is null limit $2) counted`;

/** Indexes: workspace_of_account, workflow_of_workspace. */
export const countWorkflowsSql = overWorkspaces(
  'select from workflow f where f.workspace_id = w.id and f.deleted_at is null',
);

/** Reads the account's workflows. Indexes: as above, and the primary key of workflow_schedule. */
export const countSchedulesSql = overWorkspaces(
  `select from workflow f join workflow_schedule s on s.workflow_id = f.id
   where f.workspace_id = w.id and f.deleted_at is null`,
);

/** Also those that are switched off. Indexes: workspace_of_account, subscription_of_workspace. */
export const countSubscriptionsSql = overWorkspaces(
  'select from subscription s where s.workspace_id = w.id and s.deleted_at is null',
);

/** $3 host. Indexes: workspace_of_account, subscription_of_host. */
export const countSubscriptionsOfHostSql = overWorkspaces(
  'select from subscription s where s.workspace_id = w.id and s.host = $3 and s.deleted_at is null',
);

/** Index: workspace_of_account, then the primary key. */
export const countMembersSql = overWorkspaces(
  'select from workspace_member m where m.workspace_id = w.id',
);

/** Index: workspace_of_account, then the primary key. */
export const countSecretsSql = overWorkspaces(
  'select from workspace_secret s where s.workspace_id = w.id',
);

/** Keys that have neither ended nor been revoked. Index: api_key_of_account. */
export const countApiKeysSql = `
  select count(*)::int as count from (
    (select 1 from api_key where account_id = $1 and revoked_at is null and expires_at is null limit $2)
    union all
    (select 1 from api_key where account_id = $1 and revoked_at is null and expires_at > now() limit $2)) counted`;
