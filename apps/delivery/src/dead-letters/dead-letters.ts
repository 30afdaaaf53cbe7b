/**
 * `webhook.delivery.dead` holds orders that the pipeline itself could not carry out (a receiver that refuses is a state of its
 * delivery instead). Reads them, and puts their deliveries on their way again once the cause is gone.
 */
import { decodeRecord, headers, topics, UndecodableRecordError } from '@libs/contracts';
import { redeliveryRecords, type RedeliveryRow } from '@libs/delivery';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { redriveSql, redriveStandingSql } from './dead-letters.sql.js';

export interface DeadLetter {
  readonly deliveryId: string;
  /** Null when the order itself can't be read. */
  readonly subscriptionId: string | null;
  readonly code: string;
  readonly message: string;
  readonly recordedAt: Date;
  /** Where the order stood, as `topic[partition]@offset`. */
  readonly source: string;
}

export type Redriven =
  | { readonly kind: 'ordered' }
  /** Nothing to do, or not now; in words. */
  | { readonly kind: 'left'; readonly why: string };

function subscriptionOf(value: Buffer | null): string | null {
  try {
    const order = decodeRecord(value);
    return order.type === 'DeliveryDue' ? order.data.subscriptionId : null;
  } catch (error) {
    if (error instanceof UndecodableRecordError) return null;
    throw error;
  }
}

const letterOf = ({ key, value, headers: found, timestampMs }: ReceivedRecord): DeadLetter => ({
  deliveryId: key ?? '',
  subscriptionId: subscriptionOf(value),
  code: found[headers.errorCode] ?? '',
  message: found[headers.errorMessage] ?? '',
  recordedAt: new Date(timestampMs),
  source: `${found[headers.sourceTopic] ?? ''}[${found[headers.sourcePartition] ?? ''}]@${found[headers.sourceOffset] ?? ''}`,
});

/** All that retention has kept, oldest first; of several for one delivery the last. */
export async function readDeadLetters(eventLog: EventLog): Promise<DeadLetter[]> {
  const topic = topics.deliveryDead;
  const byDelivery = new Map<string, DeadLetter>();
  for (const [partition, end] of await eventLog.admin.endOffsets(topic)) {
    if (end === 0) continue;
    await eventLog.readRange({ topic, partition }, 0, end, (records) => {
      for (const record of records) byDelivery.set(record.key ?? '', letterOf(record));
    });
  }
  return [...byDelivery.values()].sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime());
}

/** Repeatable: the fence lets an order that is already on its way do nothing. */
export async function redrive(
  deliveryId: string,
  pool: Database['pool'],
  appender: RecordAppender,
): Promise<Redriven> {
  const { rows } = await pool.query<RedeliveryRow>(redriveSql, [deliveryId]);
  const [row] = rows;
  if (row !== undefined) {
    const records = redeliveryRecords(row, 'recovery', Date.now());
    await Promise.all(records.map((record) => appender.append(record)));
    return { kind: 'ordered' };
  }
  const standing = await pool.query<{ state: string; active: boolean; deleted: boolean }>(
    redriveStandingSql,
    [deliveryId],
  );
  const [fence] = standing.rows;
  if (fence === undefined) return { kind: 'left', why: 'there is no such delivery' };
  if (fence.deleted) return { kind: 'left', why: 'its subscription is deleted' };
  if (!fence.active) return { kind: 'left', why: 'its subscription is not active' };
  return { kind: 'left', why: `it is ${fence.state}` };
}
