/**
 * Kafka records of the delivery saga: keys and headers in one place, for the saga and for
 * redelivery requests. Pure.
 */
import {
  type DeliveryAttempted,
  type DeliveryDue,
  type DeliveryScheduled,
  type DeliveryStateChanged,
  type SubscriptionDeactivated,
  encodeRecord,
  headers,
  topics,
} from '@libs/contracts';
import { endpointKeyOf } from './endpoint-key.js';

/** In the form that the event log appends. */
interface SagaRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** In the form that the event log returns. */
interface SourceRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

type DueOrder = Omit<DeliveryDue, 'endpointKey'>;

/** A due record: in `webhook.delivery.requests` to attempt at once, in a tier's topic for later. */
export function dueRecord(topic: string, due: DueOrder): SagaRecord {
  const endpointKey = endpointKeyOf(due.subscriptionId);
  return {
    topic,
    key: endpointKey,
    value: encodeRecord('DeliveryDue', { ...due, endpointKey }),
    headers: { [headers.eventType]: 'DeliveryDue', [headers.dueAt]: String(due.dueAt) },
  };
}

/** CloudEvents types. Persisted: never renamed. */
const cloudEventTypes = {
  DeliveryScheduled: 'webhook.delivery.scheduled',
  DeliveryAttempted: 'webhook.delivery.attempted',
  DeliveryStateChanged: 'webhook.delivery.state-changed',
} as const;

type DeliveryEvent = DeliveryScheduled | DeliveryAttempted | DeliveryStateChanged;

const event = (
  { deliveryId, occurredAt }: DeliveryEvent,
  type: keyof typeof cloudEventTypes,
  id: string,
  value: Buffer,
  traceparent: string | null,
): SagaRecord => ({
  topic: topics.deliveryEvents,
  key: deliveryId,
  value,
  headers: {
    ...(traceparent !== null && { [headers.traceparent]: traceparent }),
    [headers.eventType]: type,
    [headers.eventId]: id,
    [headers.ceSpecVersion]: '1.0',
    [headers.ceId]: id,
    [headers.ceSource]: `/api/v1/deliveries/${deliveryId}`,
    [headers.ceType]: cloudEventTypes[type],
    [headers.ceTime]: new Date(occurredAt).toISOString(),
    [headers.contentType]: 'application/avro',
  },
});

/** @param traceparent of the request that started the execution, if it sent one */
export const scheduledRecord = (
  data: DeliveryScheduled,
  traceparent: string | null = null,
): SagaRecord =>
  event(
    data,
    'DeliveryScheduled',
    `${data.deliveryId}:scheduled`,
    encodeRecord('DeliveryScheduled', data),
    traceparent,
  );

export const attemptedRecord = (
  data: DeliveryAttempted,
  traceparent: string | null = null,
): SagaRecord =>
  event(
    data,
    'DeliveryAttempted',
    `${data.deliveryId}:attempt:${data.attemptNumber}`,
    encodeRecord('DeliveryAttempted', data),
    traceparent,
  );

export const stateChangedRecord = (
  data: DeliveryStateChanged,
  traceparent: string | null = null,
): SagaRecord =>
  event(
    data,
    'DeliveryStateChanged',
    `${data.deliveryId}:${data.state}:${data.occurredAt}`,
    encodeRecord('DeliveryStateChanged', data),
    traceparent,
  );

export const subscriptionDeactivatedRecord = (data: SubscriptionDeactivated): SagaRecord => {
  const id = `${data.subscriptionId}:deactivated:${data.occurredAt}`;
  return {
    topic: topics.subscriptionEvents,
    key: data.subscriptionId,
    value: encodeRecord('SubscriptionDeactivated', data),
    headers: {
      [headers.eventType]: 'SubscriptionDeactivated',
      [headers.eventId]: id,
      [headers.ceSpecVersion]: '1.0',
      [headers.ceId]: id,
      [headers.ceSource]: `/api/v1/subscriptions/${data.subscriptionId}`,
      [headers.ceType]: 'webhook.subscription.deactivated',
      [headers.ceTime]: new Date(data.occurredAt).toISOString(),
      [headers.contentType]: 'application/avro',
    },
  };
};

/** A fault of ours, not a receiver's refusal: the due record byte for byte, and why it failed. */
export const deadRecord = (
  deliveryId: string,
  record: SourceRecord,
  code: string,
  message: string,
): Omit<SagaRecord, 'value'> & Pick<SourceRecord, 'value'> => ({
  topic: topics.deliveryDead,
  key: deliveryId,
  value: record.value,
  headers: {
    ...record.headers,
    [headers.errorCode]: code,
    [headers.errorMessage]: message,
    [headers.sourceTopic]: record.topic,
    [headers.sourcePartition]: String(record.partition),
    [headers.sourceOffset]: String(record.offset),
  },
});

/** A fence that was reset to pending for a redelivery. */
export interface RedeliveryRow {
  delivery_id: string;
  subscription_id: string;
  step: number;
}

/** The event that a redelivery was requested, and its due record. */
export function redeliveryRecords(
  row: RedeliveryRow,
  trigger: 'manual' | 'recovery',
  now: number,
): readonly SagaRecord[] {
  const ids = { deliveryId: row.delivery_id, subscriptionId: row.subscription_id };
  return [
    stateChangedRecord({
      ...ids,
      state: 'pending',
      reason: 'REDELIVERY_REQUESTED',
      nextDueAt: now,
      occurredAt: now,
    }),
    dueRecord(topics.deliveryRequests, {
      ...ids,
      step: row.step,
      dueAt: now,
      trigger,
    }),
  ];
}
