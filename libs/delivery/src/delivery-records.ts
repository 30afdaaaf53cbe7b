/** Kafka records of the delivery saga that need more than their data. Pure. */
import {
  asideHeaders,
  type DeliveryDue,
  type KeyedRecord,
  recordOf,
  topics,
} from '@libs/contracts';
import { endpointKeyOf } from './endpoint-key.js';

/** In the form that the event log returns. */
interface SourceRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

type DueFields = Omit<DeliveryDue, 'endpointKey'>;

/** A due record: in `webhook.delivery.requests` to attempt at once, in a tier's topic for later. */
export function dueRecord(topic: string, due: DueFields): KeyedRecord {
  const endpointKey = endpointKeyOf(due.subscriptionId);
  return { ...recordOf('DeliveryDue', { ...due, endpointKey }), topic };
}

/** A fault of ours, not a receiver's refusal: the due record byte for byte, and why it failed. */
export const deadRecord = (
  deliveryId: string,
  record: SourceRecord,
  code: string,
  message: string,
): Omit<KeyedRecord, 'value'> & Pick<SourceRecord, 'value'> => ({
  topic: topics.deliveryDead,
  key: deliveryId,
  value: record.value,
  headers: asideHeaders(record, code, message),
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
): readonly KeyedRecord[] {
  const ids = { deliveryId: row.delivery_id, subscriptionId: row.subscription_id };
  return [
    recordOf('DeliveryStateChanged', {
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
