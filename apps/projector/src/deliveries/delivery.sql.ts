/**
 * Deliveries and their attempts; conflicts by the primary keys. A delivery whose DeliveryScheduled
 * was not read yet has no workspace, so the api shows it to no account. Insert and update see the
 * same snapshot: each row is handled by exactly one of them.
 */
import type { TableWrite } from '../engine/table-write.js';
import { countedAttemptsSql, lastAttemptsSql } from './delivery-stats.sql.js';
import type { DeliveryAttemptRow, DeliveryRow } from './delivery.projection.js';

export const deliveryWrite: TableWrite<DeliveryRow> = {
  source: 'deliveries',
  columns: {
    partition: 'int',
    id: 'uuid',
    subscription_id: 'uuid',
    workspace_id: 'uuid',
    workflow_id: 'uuid',
    execution_id: 'uuid',
    event_id: 'text',
    url: 'text',
    state: 'text',
    reason: 'text',
    attempts: 'int',
    max_attempts: 'int',
    last_status: 'int',
    last_error_code: 'text',
    next_due_at: 'timestamptz',
    created_at: 'timestamptz',
    changed_at: 'timestamptz',
    attempted_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  subqueries: `
inserted_deliveries as (
  insert into delivery (
    id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, reason, attempts, max_attempts,
    last_status, last_error_code, next_due_at, created_at, updated_at)
  select
    id, subscription_id, workspace_id, workflow_id, execution_id, event_id, url, state, reason, attempts, max_attempts,
    last_status, last_error_code, next_due_at, created_at, updated_at
  from deliveries
  on conflict (id) do nothing
),
compared_deliveries as (
  select r.*, d.updated_at as known_at, d.created_at as known_created_at,
    r.attempts - d.attempts as ahead,
    coalesce(r.last_status between 200 and 299, false)::int - coalesce(d.last_status between 200 and 299, false)::int as better
  from deliveries r join delivery d on d.id = r.id
),
judged_deliveries as (
  select r.*,
    ahead > 0 or ahead = 0 and (better > 0 or better = 0 and attempted_at >= known_at) is true as is_last_attempt,
    ahead > 0
      or case when changed_at = attempted_at then ahead = 0 and better >= 0 else true end
        and (changed_at = attempted_at and better > 0
          or changed_at >= known_at or changed_at is not null and known_at = known_created_at) is true as is_change
  from compared_deliveries r
),
updated_deliveries as (
  update delivery d set
    workspace_id = coalesce(d.workspace_id, r.workspace_id), workflow_id = coalesce(d.workflow_id, r.workflow_id),
    execution_id = coalesce(d.execution_id, r.execution_id), event_id = coalesce(d.event_id, r.event_id),
    url = coalesce(d.url, r.url), max_attempts = coalesce(d.max_attempts, r.max_attempts),
    created_at = coalesce(d.created_at, r.created_at),
    state = case when r.is_change then r.state else d.state end,
    reason = case when r.is_change then r.reason else d.reason end,
    next_due_at = case when r.is_change then r.next_due_at else d.next_due_at end,
    attempts = greatest(d.attempts, r.attempts),
    last_status = case when r.is_last_attempt then r.last_status else d.last_status end,
    last_error_code = case when r.is_last_attempt then r.last_error_code else d.last_error_code end,
    updated_at = case when r.is_change then r.changed_at else d.updated_at end
  from judged_deliveries r
  where d.id = r.id and (r.is_change or r.created_at is not null and d.created_at is null)
)`,
};

export const deliveryAttemptWrite: TableWrite<DeliveryAttemptRow> = {
  source: 'delivery_attempts',
  columns: {
    partition: 'int',
    delivery_id: 'uuid',
    attempt_number: 'int',
    step: 'int',
    trigger: 'text',
    url: 'text',
    started_at: 'timestamptz',
    latency_ms: 'int',
    status: 'int',
    error_code: 'text',
    error_message: 'text',
    response_headers: 'jsonb',
    response_body: 'text',
    state: 'text',
    next_due_at: 'timestamptz',
    reason: 'text',
    subscription_id: 'uuid',
    workspace_id: 'uuid',
  },
  subqueries: `
inserted_delivery_attempts as (
  insert into delivery_attempt (
    delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, status, error_code, error_message,
    response_headers, response_body, state, next_due_at, reason)
  select
    delivery_id, attempt_number, step, trigger, url, started_at, latency_ms, status, error_code, error_message,
    response_headers, response_body, state, next_due_at, reason
  from delivery_attempts
  on conflict (delivery_id, attempt_number) do nothing
  returning delivery_id, attempt_number
),
${countedAttemptsSql.trim()},
${lastAttemptsSql.trim()}`,
};
