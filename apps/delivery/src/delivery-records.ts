/** Kafka records of the saga: one place for keys and headers. */
import {
  type DeliveryAttempted,
  type DeliveryDue,
  type DeliveryScheduled,
  type DeliveryStateChanged,
  encodeRecord,
  headers,
  topics,
} from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';

/** An order to attempt: at once in `webhook.delivery.requests`, when due in a tier's topic. */
export function dueRecord(topic: string, due: DeliveryDue): OutgoingRecord {
  return {
    topic,
    key: due.endpointKey,
    value: encodeRecord('DeliveryDue', due),
    headers: { [headers.eventType]: 'DeliveryDue', [headers.dueAt]: String(due.dueAt) },
  };
}

const event = (deliveryId: string, type: string, id: string, value: Buffer): OutgoingRecord => ({
  topic: topics.deliveryEvents,
  key: deliveryId,
  value,
  headers: { [headers.eventType]: type, [headers.eventId]: id },
});

export const scheduledRecord = (data: DeliveryScheduled): OutgoingRecord =>
  event(
    data.deliveryId,
    'DeliveryScheduled',
    `${data.deliveryId}:scheduled`,
    encodeRecord('DeliveryScheduled', data),
  );

export const attemptedRecord = (data: DeliveryAttempted): OutgoingRecord =>
  event(
    data.deliveryId,
    'DeliveryAttempted',
    `${data.deliveryId}:attempt:${data.attemptNumber}`,
    encodeRecord('DeliveryAttempted', data),
  );

export const stateChangedRecord = (data: DeliveryStateChanged): OutgoingRecord =>
  event(
    data.deliveryId,
    'DeliveryStateChanged',
    `${data.deliveryId}:${data.state}:${data.occurredAt}`,
    encodeRecord('DeliveryStateChanged', data),
  );

/** A fault of ours, apart from what receivers refuse: the order itself, byte for byte, and why it could not be carried out. */
export const deadRecord = (
  deliveryId: string,
  record: ReceivedRecord,
  code: string,
  message: string,
): OutgoingRecord => ({
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
