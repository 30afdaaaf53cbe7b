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

/** Whole when it carries DeliveryScheduled (`created_at` set), otherwise a change of a delivery that exists. */
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
        // The first attempt is due at once; a suppressed delivery is not due at all.
        next_due_at: state === 'pending' ? change.updated_at : null,
      };
    case 'DeliveryAttempted':
      return {
        ...change,
        reason: event.data.reason,
        attempts: event.data.attemptNumber,
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
 * What a delivery comes to. Attempts are ordered by their number, because two processes' clocks may disagree; a change without
 * an attempt by its time. A repeated event is neither, and changes nothing. The same rule as the table's update.
 */
export function mergeDeliveryRows(earlier: DeliveryRow, later: DeliveryRow): DeliveryRow {
  if (later.created_at !== null) return earlier;
  // A process that was frozen may report its attempt after those that followed it: true, but no longer the state.
  if (later.attempts > 0 && later.attempts < earlier.attempts) return earlier;
  const attempted = later.attempts > earlier.attempts;
  if (!attempted && later.updated_at < earlier.updated_at) return earlier;
  return {
    ...earlier,
    state: later.state,
    reason: later.reason,
    next_due_at: later.next_due_at,
    attempts: Math.max(earlier.attempts, later.attempts),
    last_status: attempted ? later.last_status : earlier.last_status,
    last_error_code: attempted ? later.last_error_code : earlier.last_error_code,
    updated_at: later.updated_at > earlier.updated_at ? later.updated_at : earlier.updated_at,
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
