import { groups, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { type LogOffsets, noteFirst } from '@libs/platform';
import { anySubscriptionSql } from './fan-out.sql.js';

/** Completions below these offsets have their fences: committed, or the start of the log. */
export async function handedOverTo({ admin }: Pick<EventLog, 'admin'>): Promise<LogOffsets> {
  const offsets = new Map(await admin.startOffsets(topics.completed));
  const committed = await admin.committed(groups.deliveryFanout, topics.completed);
  for (const [partition, { offset }] of committed) offsets.set(partition, offset);
  return offsets;
}

/**
 * For the preparation of a new installation. Otherwise a copy of the database that is older than
 * the first round of the census would be taken for complete, and its deliveries would be lost.
 * Needs no right on the consumer group.
 */
export async function noteNothingToDeliver(
  database: Pick<Database, 'pool'>,
  { admin }: Pick<EventLog, 'admin'>,
): Promise<void> {
  const { rowCount } = await database.pool.query(anySubscriptionSql);
  if (rowCount === 0)
    await noteFirst(database, 'deliveries', await admin.endOffsets(topics.completed));
}
