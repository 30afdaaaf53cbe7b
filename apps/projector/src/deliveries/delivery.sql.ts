/**
 * Deliveries and their attempts; conflicts by the primary keys. A row that carries DeliveryScheduled is whole and is inserted; one
 * that does not can only change a delivery that exists, because a delivery's events stand in one partition, in order.
 */
import type { TableWrite } from '../engine/table-write.js';
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
  where created_at is not null
  on conflict (id) do nothing
),
updated_deliveries as (
  update delivery d set
    state = r.state, reason = r.reason, next_due_at = r.next_due_at, attempts = greatest(d.attempts, r.attempts),
    last_status = case when r.attempts > d.attempts then r.last_status else d.last_status end,
    last_error_code = case when r.attempts > d.attempts then r.last_error_code else d.last_error_code end,
    updated_at = greatest(d.updated_at, r.updated_at)
  from deliveries r
  where r.created_at is null and d.id = r.id and (r.attempts > d.attempts or r.updated_at >= d.updated_at)
    and (r.attempts = 0 or r.attempts >= d.attempts)
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
)`,
};
