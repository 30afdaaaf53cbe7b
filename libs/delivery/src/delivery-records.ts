/** Kafka records of the delivery saga that need more than their data. Pure. */
import {
  asideHeaders,
  type DeliveryDue,
  type KeyedRecord,
  recordOf,
  topics,
} from '@libs/contracts';
import { hash } from 'node:crypto';

/** In the form that the event log returns. */
interface SourceRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The key of a subscription's due records. All of them go through one partition, so that one
 * process owns the subscription's lane and enforces its limits.
 * Versions up to 0.1 keyed by the receiver's origin. Readers take the lane from the subscription's
 * id, so they serve such records like any other. Those get the new key at their next hop.
 * @returns the first 16 bytes of SHA-256 in hex
 */
export const endpointKeyOf = (subscriptionId: string): string =>
  hash('sha256', subscriptionId, 'hex').slice(0, 32);

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
