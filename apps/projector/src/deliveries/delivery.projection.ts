import type { Decoded } from '@libs/consuming';
import { type NotedChange, notedChange } from '../engine/noted-change.js';
import { timestampText, type Row } from '../engine/table-write.js';

export const deliveryEventTypes = [
  'DeliveryScheduled',
  'DeliveryAttempted',
  'DeliveryStateChanged',
] as const;
export type DeliveryEvent = Decoded<(typeof deliveryEventTypes)[number]>;

/**
 * DeliveryScheduled sets the identity and `created_at`, other events the state and `changed_at`.
 * While a broker is away, DeliveryScheduled may be read after the first attempt.
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
  /** Attempts made so far; 0 when the event does not tell. */
  readonly attempts: number;
  readonly max_attempts: number | null;
  readonly last_status: number | null;
  readonly last_error_code: string | null;
  readonly next_due_at: string | null;
  readonly created_at: string | null;
  /** Time of the change that set `state`. */
  readonly changed_at: string | null;
  /** Time of the attempt that set `attempts`, `last_status` and `last_error_code`. */
  readonly attempted_at: string | null;
  /** Time of the change that set `state`, or of the schedule before any change. */
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
  readonly subscription_id: string;
  /** Null unless the delivery was scheduled in the same batch. */
  readonly workspace_id: string | null;
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

const isSuccess = ({ last_status: status }: DeliveryRow): boolean =>
  status !== null && status >= 200 && status < 300;

/**
 * Attempts order by number, since clocks disagree and frozen processes report late. Two share one
 * when a crash of Postgres took a claim back: a success stands then, as the receiver has accepted.
 * Other ties, and changes without an attempt, order by time. Compared with the change that set the
 * state: batching makes no difference.
 */
function changes(earlier: DeliveryRow, later: DeliveryRow): boolean {
  if (later.changed_at === null) return false;
  if (later.attempts > earlier.attempts) return true;
  if (later.attempts > 0) {
    if (later.attempts < earlier.attempts) return false;
    if (isSuccess(later) !== isSuccess(earlier)) return isSuccess(later);
  }
  return earlier.changed_at === null || later.changed_at >= earlier.changed_at;
}

/** The same rule as the table's update. A repeat changes nothing. @param later one event's row */
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
    subscription_id: data.subscriptionId,
    workspace_id: null,
  };
}

/** What the event changes on pages. */
export function changeOfDelivery({ type, data }: DeliveryEvent): NotedChange {
  const { deliveryId: id, state: status, subscriptionId } = data;
  const change = { topic: 'deliveries', id, status, subscriptionId } as const;
  switch (type) {
    case 'DeliveryScheduled': {
      const { workspaceId, workflowId, executionId, occurredAt } = data;
      const nextDueAt = status === 'pending' ? occurredAt : null;
      const identity = { workspaceId, workflowId, executionId };
      return notedChange({ ...change, ...identity, attempts: 0, nextDueAt });
    }
    case 'DeliveryAttempted': {
      const { attemptNumber: attempts, status: lastStatus, nextDueAt } = data;
      return notedChange({ ...change, attempts, lastStatus, nextDueAt });
    }
    case 'DeliveryStateChanged':
      return notedChange({ ...change, nextDueAt: data.nextDueAt });
  }
}
