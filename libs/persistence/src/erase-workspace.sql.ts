/**
 * $1 workspace. Primary key, then indexes by workspace or workflow. Foreign keys dictate the order.
 */
export const eraseManagedSql = [
  `update api_key set revoked_at = coalesce(revoked_at, now()), name = '', workflow_ids = null, allowed_addresses = null
     where workspace_id = $1`,
  'delete from session where api_key_id = any(array(select id from api_key where workspace_id = $1))',
  'delete from session where workspace_id = $1',
  'delete from sign_in_link where workspace_id = $1',
  // A user who is a member of no other workspace is anonymised; the id stays for the audit trail.
  `update app_user u set email = null, name = '' from workspace_member m where m.user_id = u.id and m.workspace_id = $1
     and not exists (select from workspace_member o where o.user_id = u.id and o.workspace_id <> $1)`,
  'delete from workspace_member where workspace_id = $1',
  'delete from trigger_path where workflow_id = any(array(select id from workflow where workspace_id = $1))',
  'delete from workspace_secret where workspace_id = $1',
  'delete from workspace_variable where workspace_id = $1',
  'delete from folder where workspace_id = $1',
  'delete from saved_view where workspace_id = $1',
  'delete from delivery_recovery where subscription_id = any(array(select id from subscription where workspace_id = $1))',
  'delete from execution_batch where workspace_id = $1',
  'delete from subscription where workspace_id = $1',
  // Windows of its triggers, named as in plan-limits.ts, by any clock that is not far wrong.
  `delete from rate_limit where key = any(array(
     select 'trigger:' || w.id || ':' || (floor(extract(epoch from now()) / 60)::bigint + n) * 60000
     from workflow w, generate_series(-16, 7) n where w.workspace_id = $1))`,
  'delete from workflow_version v using workflow w where w.id = v.workflow_id and w.workspace_id = $1',
  'delete from workflow where workspace_id = $1',
] as const;

export const destroyKeySql = `
update workspace set wrapped_key = '', name = '', erased_at = now(), erase_rows_at = now()
where id = $1 and erased_at is null`;

/**
 * $1 workspace, $2 how many. Index execution_log_page, then primary keys. A subquery hides the
 * workspace, because for a large one Postgres would scan the table.
 */
const eraseExecutionsSql = `
with gone as (select execution_id from execution_log where workspace_id = (select $1::uuid) limit $2),
  details as (delete from execution_detail d using gone g where d.execution_id = g.execution_id),
  searches as (delete from execution_search s using gone g where s.execution_id = g.execution_id),
  blocks as (delete from block_execution b using gone g where b.execution_id = g.execution_id),
  attempts as (delete from block_attempt a using gone g where a.execution_id = g.execution_id),
  parked as (delete from parked_execution p using gone g where p.execution_id = g.execution_id),
  turns as (delete from execution_turn t using gone g where t.execution_id = g.execution_id)
delete from execution_log l using gone g where l.execution_id = g.execution_id`;

/** Index: delivery_page. */
const eraseDeliveriesSql = `
with gone as (select id from delivery where workspace_id = (select $1::uuid) limit $2),
  attempts as (delete from delivery_attempt a using gone g where a.delivery_id = g.id)
delete from delivery d using gone g where d.id = g.id`;

/**
 * A pending delivery still has a due record in the log. The row stays, so that this record finds
 * nothing to do; without a row it would be a fault.
 */
const dropPendingSql = `
update delivery_fence set state = 'dropped', body = '', event_id = '', endpoint_key = '', traceparent = null,
  lease_owner = null, lease_until = null, updated_at = now()
where delivery_id in (
  select delivery_id from delivery_fence where workspace_id = (select $1::uuid) and state = 'pending' limit $2)`;

/** Dropped fences stay for longer than their due records (docs/operations/retention.md). */
const eraseFencesSql = `
delete from delivery_fence where delivery_id in (
  select delivery_id from delivery_fence
  where workspace_id = (select $1::uuid) and (event_id <> '' or updated_at < now() - interval '15 days') limit $2)`;

/** Idempotency keys that callers sent. Index: idempotency_key_of_workspace. */
const eraseKeysSql = `
delete from idempotency_key where (scope, key) in (
  select scope, key from idempotency_key where workspace_id = (select $1::uuid) limit $2)`;

/** Indexes: execution_descendant_of_workspace, primary key. */
const eraseDescendantsSql = `
delete from execution_descendant where execution_id in (
  select execution_id from execution_descendant where workspace_id = (select $1::uuid) limit $2)`;

/** Indexes: execution_family_of_workspace, primary key. */
const eraseFamiliesSql = `
delete from execution_family where root_id in (
  select root_id from execution_family where workspace_id = (select $1::uuid) limit $2)`;

/** Indexes: execution_cancellation_of_workspace, primary key. */
const eraseCancellationsSql = `
delete from execution_cancellation where (execution_id, workspace_id) in (
  select execution_id, workspace_id from execution_cancellation where workspace_id = (select $1::uuid) limit $2)`;

/** Index: execution_trial_of_workspace. */
const eraseTrialsSql = `
delete from execution_trial where execution_id in (
  select execution_id from execution_trial where workspace_id = (select $1::uuid) limit $2)`;

/** Empty unless a process of the former release deleted the workspace. Index: primary key. */
const eraseVariablesSql = `
delete from workspace_variable where (workspace_id, name) in (
  select workspace_id, name from workspace_variable where workspace_id = (select $1::uuid) limit $2)`;

/** The same: index primary key. */
const eraseFoldersSql = `
delete from folder where (workspace_id, id) in (
  select workspace_id, id from folder where workspace_id = (select $1::uuid) limit $2)`;

/** The same: index saved_view_page. */
const eraseViewsSql = `
delete from saved_view where id in (
  select id from saved_view where workspace_id = (select $1::uuid) limit $2)`;

/** Here, because a workspace that the previous release erases keeps its routes. Primary key. */
const eraseRoutesSql = `
delete from trigger_route where (workspace_id, path) in (
  select workspace_id, path from trigger_route where workspace_id = (select $1::uuid) limit $2)`;

/** Without workflows they open nothing. Indexes: trigger_token_of_workspace, primary key. */
const eraseTokensSql = `
delete from trigger_token where token in (
  select token from trigger_token where workspace_id = (select $1::uuid) limit $2)`;

/** Indexes: approval_answer_of_workspace, primary key. */
const eraseAnswersSql = `
delete from approval_answer where (execution_id, block_id, iteration, wait_id) in (
  select execution_id, block_id, iteration, wait_id from approval_answer
  where workspace_id = (select $1::uuid) limit $2)`;

/** Indexes: draft_listener_of_workspace, primary key. */
const eraseListenersSql = `
delete from draft_listener where token_hash in (
  select token_hash from draft_listener where workspace_id = (select $1::uuid) limit $2)`;

/** In the order in which the projector locks them. Index: primary key of stored_bytes. */
const eraseStoredBytesSql = `
delete from stored_bytes where (workspace_id, retention_bucket, ledger_partition) in (
  select workspace_id, retention_bucket, ledger_partition from stored_bytes where workspace_id = (select $1::uuid)
  order by workspace_id, retention_bucket, ledger_partition limit $2 for update)`;

/** The same: index primary key of execution_stats. */
const eraseExecutionStatsSql = `
delete from execution_stats where (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket) in (
  select workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket from execution_stats
  where workspace_id = (select $1::uuid)
  order by workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket limit $2 for update)`;

/** The same: index primary key of delivery_stats. */
const eraseDeliveryStatsSql = `
delete from delivery_stats where (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket) in (
  select workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket from delivery_stats
  where workspace_id = (select $1::uuid)
  order by workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket limit $2 for update)`;

/** The same: index primary key of subscription_attempt. */
const eraseLastAttemptsSql = `
delete from subscription_attempt where (workspace_id, subscription_id, ledger_partition) in (
  select workspace_id, subscription_id, ledger_partition from subscription_attempt where workspace_id = (select $1::uuid)
  order by workspace_id, subscription_id, ledger_partition limit $2 for update)`;

/** The same: index primary key of error_group. */
const eraseErrorGroupsSql = `
delete from error_group where (workspace_id, day, ledger_partition, fingerprint) in (
  select workspace_id, day, ledger_partition, fingerprint from error_group where workspace_id = (select $1::uuid)
  order by workspace_id, day, ledger_partition, fingerprint limit $2 for update)`;

/** The same: index primary key of notification. */
const eraseNotificationsSql = `
delete from notification where (workspace_id, day, kind, workflow_id, ledger_partition) in (
  select workspace_id, day, kind, workflow_id, ledger_partition from notification where workspace_id = (select $1::uuid)
  order by workspace_id, day, kind, workflow_id, ledger_partition limit $2 for update)`;

/** How far members have read. Index: primary key of notification_read. */
const eraseReadPositionsSql = `
delete from notification_read where (workspace_id, reader_id) in (
  select workspace_id, reader_id from notification_read where workspace_id = (select $1::uuid) limit $2)`;

/** How far members came with the page Start. Index: primary key of onboarding. */
const eraseOnboardingSql = `
delete from onboarding where (workspace_id, reader_id) in (
  select workspace_id, reader_id from onboarding where workspace_id = (select $1::uuid) limit $2)`;

export const eraseRowsSql = [
  eraseExecutionsSql,
  eraseStoredBytesSql,
  eraseExecutionStatsSql,
  eraseErrorGroupsSql,
  eraseNotificationsSql,
  eraseReadPositionsSql,
  eraseOnboardingSql,
  eraseDeliveriesSql,
  eraseDeliveryStatsSql,
  eraseLastAttemptsSql,
  dropPendingSql,
  eraseFencesSql,
  eraseKeysSql,
  eraseDescendantsSql,
  eraseFamiliesSql,
  eraseCancellationsSql,
  eraseTrialsSql,
  eraseVariablesSql,
  eraseFoldersSql,
  eraseViewsSql,
  eraseRoutesSql,
  eraseTokensSql,
  eraseAnswersSql,
  eraseListenersSql,
];

export const erasedWorkspacesSql = 'select id from workspace where erased_at is not null';
