/** Delivery events to rows of `delivery` and `delivery_attempt`. */
import type { DecodedRecord } from '@libs/contracts';
import { timestampText, type Row } from '../engine/table-write.js';

export const deliveryEventTypes = [
  'DeliveryScheduled',
  'DeliveryAttempted',
  'DeliveryStateChanged',
] as const;
export type DeliveryEvent = Extract<
  DecodedRecord,
  { readonly type: (typeof deliveryEventTypes)[number] }
>;

/**
 * What some events say of a delivery. What it is stands in DeliveryScheduled (then `created_at` is set), what came of it in the others
 * (then `changed_at` is set). The former is appended beside the first order and may be read behind the first attempt: a broker that
 * goes away holds up one and not the other.
 */
export interface DeliveryRow extends Row {
  readonly id: string;
  readonly subscription_id: string;
  readonly workspace_id: string | null;
  readonly workflow_id: string | null;
  readonly execution_id: string | null;
  readonly event_id: string | null;
  readonly url: string | null;
  readonly state: string;
  readonly reason: string | null;
  /** Attempts made so far; 0 when the event says nothing about it. */
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly last_status: number | null;
  readonly last_error_code: string | null;
  readonly next_due_at: string | null;
  readonly created_at: string | null;
  /** Of the change that is the state. */
  readonly changed_at: string | null;
  /** Of the attempt that `attempts`, `last_status` and `last_error_code` are of. */
  readonly attempted_at: string | null;
  /** Of the change that is the state, or of the schedule before any. */
  readonly updated_at: string;
}

export interface DeliveryAttemptRow extends Row {
  readonly delivery_id: string;
  readonly attempt_number: number;
  readonly step: number;
  readonly trigger: string;
  readonly url: string;
  readonly started_at: string;
  readonly latency_ms: number;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly response_headers: string | null;
  readonly response_body: string | null;
  readonly state: string;
  readonly next_due_at: string | null;
  readonly reason: string | null;
}

const timestampOrNull = (ms: number | null): string | null =>
  ms === null ? null : timestampText(ms);

export function deliveryRowOf(event: DeliveryEvent, partition: number): DeliveryRow {
  const { deliveryId, subscriptionId, state, occurredAt } = event.data;
  const change: DeliveryRow = {
    partition,
    id: deliveryId,
    subscription_id: subscriptionId,
    workspace_id: null,
    workflow_id: null,
    execution_id: null,
    event_id: null,
    url: null,
    state,
    reason: null,
    attempts: 0,
    max_attempts: null,
    last_status: null,
    last_error_code: null,
    next_due_at: null,
    created_at: null,
    changed_at: timestampText(occurredAt),
    attempted_at: null,
    updated_at: timestampText(occurredAt),
  };
  switch (event.type) {
    case 'DeliveryScheduled':
      return {
        ...change,
        workspace_id: event.data.workspaceId,
        workflow_id: event.data.workflowId,
        execution_id: event.data.executionId,
        event_id: event.data.eventId,
        url: event.data.url,
        max_attempts: event.data.maxAttempts,
        created_at: change.updated_at,
        changed_at: null,
        // The first attempt is due at once; a suppressed delivery is not due at all.
        next_due_at: state === 'pending' ? change.updated_at : null,
      };
    case 'DeliveryAttempted':
      return {
        ...change,
        reason: event.data.reason,
        attempts: event.data.attemptNumber,
        attempted_at: change.changed_at,
        last_status: event.data.status,
        last_error_code: event.data.errorCode,
        next_due_at: timestampOrNull(event.data.nextDueAt),
      };
    case 'DeliveryStateChanged':
      return {
        ...change,
        reason: event.data.reason,
        next_due_at: timestampOrNull(event.data.nextDueAt),
      };
  }
}

/**
 * Attempts are ordered by their number, because two processes' clocks may disagree; a change without an attempt by its time, and an
 * attempt that two processes made under one number. A process that was frozen may report its attempt after those that followed it: true,
 * but no longer the state. Compared is with the change that is the state, not with the newest of all times: then what is read together
 * comes to the same as what is read one by one.
 */
function changes(earlier: DeliveryRow, later: DeliveryRow): boolean {
  if (later.changed_at === null) return false;
  if (later.attempts > earlier.attempts) return true;
  if (later.attempts > 0 && later.attempts < earlier.attempts) return false;
  return earlier.changed_at === null || later.changed_at >= earlier.changed_at;
}

/** What a delivery comes to; a repeated event changes nothing. The same rule as the table's update. @param later one event's */
export function mergeDeliveryRows(earlier: DeliveryRow, later: DeliveryRow): DeliveryRow {
  const isChange = changes(earlier, later);
  const known = earlier.created_at === null && later.created_at !== null ? later : earlier;
  if (!isChange && known === earlier) return earlier;
  const current = isChange ? later : earlier;
  const attempted = isChange && later.attempts > 0 ? later : earlier;
  return {
    ...known,
    state: current.state,
    reason: current.reason,
    next_due_at: current.next_due_at,
    attempts: attempted.attempts,
    attempted_at: attempted.attempted_at,
    last_status: attempted.last_status,
    last_error_code: attempted.last_error_code,
    changed_at: current.changed_at,
    updated_at: current.changed_at ?? known.updated_at,
  };
}

export function deliveryAttemptRowOf(
  event: DeliveryEvent,
  partition: number,
): DeliveryAttemptRow | null {
  if (event.type !== 'DeliveryAttempted') return null;
  const { data } = event;
  return {
    partition,
    delivery_id: data.deliveryId,
    attempt_number: data.attemptNumber,
    step: data.step,
    trigger: data.trigger,
    url: data.url,
    started_at: timestampText(data.startedAt),
    latency_ms: data.latencyMs,
    status: data.status,
    error_code: data.errorCode,
    error_message: data.errorMessage,
    response_headers: data.responseHeaders,
    response_body: data.responseBody,
    state: data.state,
    next_due_at: timestampOrNull(data.nextDueAt),
    reason: data.reason,
  };
}
