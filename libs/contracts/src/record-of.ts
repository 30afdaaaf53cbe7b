/**
 * From a record type and its data to a record: topic, key, headers in their order, and value.
 * Persisted: readers rely on all of it. Audit records are absent, because an outbox keeps their
 * encoded values until they are published.
 */
import { encodeRecord, type RecordType } from './codec.js';
import { headers } from './headers.js';
import { ledgerEventIdOf } from './ids.js';
import type { RecordTypes } from './records.generated.js';
import { topics } from './topics.js';

/** Headers, in the order in which they are written. */
type Marks = Readonly<Record<string, string>>;

/** In the form that the event log appends. */
export interface KeyedRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Marks;
}

type PublishedType = Exclude<RecordType, 'ManagementActionRequested' | 'ManagementActionEnded'>;

interface Route<D> {
  readonly topic: string;
  keyOf(data: D): string;
  /** @param marks what the data does not say, such as a trace */
  headersOf(type: RecordType, data: D, marks: Marks): Marks;
}

interface CloudEvent {
  readonly id: string;
  /** A URI reference relative to the service's address. */
  readonly source: string;
  /** Persisted: never renamed. */
  readonly type: string;
  readonly timeMs: number;
}

/** CloudEvents 1.0, Kafka binary mode, after our own headers. */
export const cloudEventHeaders = (
  recordType: RecordType,
  { id, source, type, timeMs }: CloudEvent,
  marks: Marks = {},
): Marks => ({
  [headers.eventType]: recordType,
  [headers.eventId]: id,
  ...marks,
  [headers.ceSpecVersion]: '1.0',
  [headers.ceId]: id,
  [headers.ceSource]: source,
  [headers.ceType]: type,
  [headers.ceTime]: new Date(timeMs).toISOString(),
  [headers.contentType]: 'application/avro',
});

const executionOf = ({ executionId }: { readonly executionId: string }): string => executionId;

const control: Route<{ readonly executionId: string }> = {
  topic: topics.control,
  keyOf: executionOf,
  headersOf: (type, _, marks) => ({ [headers.eventType]: type, ...marks }),
};

const ledger: Route<{ readonly executionId: string; readonly sequence: number }> = {
  topic: topics.events,
  keyOf: executionOf,
  headersOf: (type, { executionId, sequence }, marks) => ({
    [headers.eventType]: type,
    [headers.eventId]: ledgerEventIdOf(executionId, sequence),
    ...marks,
  }),
};

const ofExecution =
  (
    type: string,
  ): Route<RecordTypes['WorkflowStepCompleted' | 'WorkflowExecutionCompleted']>['headersOf'] =>
  (recordType, { eventId: id, executionId, endedAt: timeMs }, marks) => {
    const source = `/v1/logs/executions/${executionId}`;
    return cloudEventHeaders(recordType, { id, source, type, timeMs }, marks);
  };

const ofDelivery = <D extends { readonly deliveryId: string; readonly occurredAt: number }>(
  type: string,
  nameOf: (data: D) => string,
): Route<D> => ({
  topic: topics.deliveryEvents,
  keyOf: ({ deliveryId }) => deliveryId,
  headersOf: (recordType, data, marks) => {
    const { deliveryId, occurredAt: timeMs } = data;
    const event = {
      id: `${deliveryId}:${nameOf(data)}`,
      source: `/api/v1/deliveries/${deliveryId}`,
    };
    return { ...marks, ...cloudEventHeaders(recordType, { ...event, type, timeMs }) };
  },
});

const routes: { readonly [T in PublishedType]: Route<RecordTypes[T]> } = {
  ExecutionRequested: {
    topic: topics.requests,
    keyOf: executionOf,
    headersOf: (type, { executionId }, marks) => ({
      [headers.eventType]: type,
      [headers.eventId]: executionId,
      ...marks,
    }),
  },
  ExecutionCancelRequested: control,
  ExecutionResumeRequested: control,
  PartitionClaimed: {
    topic: topics.claims,
    keyOf: ({ partition }) => String(partition),
    headersOf: (type, { writerId, claimOffset }, marks) => ({
      [headers.eventType]: type,
      [headers.eventId]: `claim:${writerId}`,
      [headers.writerId]: writerId,
      ...(claimOffset !== null && { [headers.claimOffset]: String(claimOffset) }),
      ...marks,
    }),
  },
  ExecutionStarted: ledger,
  BlockStarted: ledger,
  BlockAttemptFailed: ledger,
  BlockOutputStreamed: ledger,
  BlockCompleted: ledger,
  ExecutionParked: ledger,
  ExecutionResumed: ledger,
  ExecutionCompleted: ledger,
  WorkflowStepCompleted: {
    topic: topics.steps,
    keyOf: executionOf,
    headersOf: ofExecution('workflow.step.completed'),
  },
  WorkflowExecutionCompleted: {
    topic: topics.completed,
    keyOf: ({ workflowId }) => workflowId,
    headersOf: ofExecution('workflow.execution.completed'),
  },
  DeliveryDue: {
    topic: topics.deliveryRequests,
    keyOf: ({ endpointKey }) => endpointKey,
    headersOf: (type, { dueAt }, marks) => ({
      [headers.eventType]: type,
      [headers.dueAt]: String(dueAt),
      ...marks,
    }),
  },
  DeliveryScheduled: ofDelivery('webhook.delivery.scheduled', () => 'scheduled'),
  DeliveryAttempted: ofDelivery(
    'webhook.delivery.attempted',
    ({ attemptNumber }) => `attempt:${attemptNumber}`,
  ),
  DeliveryStateChanged: ofDelivery(
    'webhook.delivery.state-changed',
    ({ state, occurredAt }) => `${state}:${occurredAt}`,
  ),
  WorkspaceChanged: {
    topic: topics.changes,
    keyOf: ({ workspaceId }) => workspaceId ?? '',
    headersOf: (type, _, marks) => ({ [headers.eventType]: type, ...marks }),
  },
  PresenceNoted: {
    topic: topics.presence,
    keyOf: ({ workspaceId }) => workspaceId,
    headersOf: (type, _, marks) => ({ [headers.eventType]: type, ...marks }),
  },
  SubscriptionDeactivated: {
    topic: topics.subscriptionEvents,
    keyOf: ({ subscriptionId }) => subscriptionId,
    headersOf: (recordType, { subscriptionId, occurredAt: timeMs }, marks) => {
      const id = `${subscriptionId}:deactivated:${timeMs}`;
      const source = `/api/v1/subscriptions/${subscriptionId}`;
      const type = 'webhook.subscription.deactivated';
      return cloudEventHeaders(recordType, { id, source, type, timeMs }, marks);
    },
  },
};

/** @throws when the data does not match its schema, which is a programming error */
export function recordOf<T extends PublishedType>(
  type: T,
  data: RecordTypes[T],
  marks: Marks = {},
): KeyedRecord {
  const { topic, keyOf, headersOf } = routes[type];
  return {
    topic,
    key: keyOf(data),
    value: encodeRecord(type, data),
    headers: headersOf(type, data, marks),
  };
}

/** The mark of a trace; none without one. */
export const traced = (traceparent: string | null | undefined): Marks =>
  traceparent == null ? {} : { [headers.traceparent]: traceparent };
