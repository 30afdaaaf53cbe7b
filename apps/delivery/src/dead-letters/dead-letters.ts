/**
 * `webhook.delivery.dead` holds due records that the pipeline itself could not process. A receiver
 * that refuses is a state of its delivery instead. This module reads the dead letters and redrives
 * their deliveries once the cause is fixed.
 */
import { readRecord } from '@libs/consuming';
import { headers, topics } from '@libs/contracts';
import { redeliveryRecords, type RedeliveryRow } from '@libs/delivery';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { redriveSql, redriveStandingSql } from './dead-letters.sql.js';

export interface DeadLetter {
  readonly deliveryId: string;
  /** Null when the due record itself can't be decoded. */
  readonly subscriptionId: string | null;
  readonly code: string;
  readonly message: string;
  readonly recordedAt: Date;
  /** Source position of the due record, as `topic[partition]@offset`. */
  readonly source: string;
}

export type Redriven =
  | { readonly kind: 'ordered' }
  /** `why`: in words, why there is nothing to do or not yet. */
  | { readonly kind: 'left'; readonly why: string };

function subscriptionOf(record: ReceivedRecord): string | null {
  const reading = readRecord(record, ['DeliveryDue']);
  return reading.kind === 'ok' ? reading.decoded.data.subscriptionId : null;
}

function letterOf(record: ReceivedRecord): DeadLetter {
  const { key, headers: found, timestampMs } = record;
  return {
    deliveryId: key ?? '',
    subscriptionId: subscriptionOf(record),
    code: found[headers.errorCode] ?? '',
    message: found[headers.errorMessage] ?? '',
    recordedAt: new Date(timestampMs),
    source: `${found[headers.sourceTopic] ?? ''}[${found[headers.sourcePartition] ?? ''}]@${found[headers.sourceOffset] ?? ''}`,
  };
}

/** All retained dead letters, oldest first; only the last one of each delivery. */
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

/** Repeatable: the fence ignores a due record for a step that is already under way. */
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
  if (fence === undefined) return { kind: 'left', why: 'the delivery does not exist' };
  if (fence.deleted) return { kind: 'left', why: 'its subscription is deleted' };
  if (!fence.active) return { kind: 'left', why: 'its subscription is not active' };
  return { kind: 'left', why: `it is ${fence.state}` };
}
