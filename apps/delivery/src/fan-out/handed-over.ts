import { groups, topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { type LogOffsets, noteFirst } from '@libs/platform';

/** Completions below these offsets have their fences: committed, or the start of the log. */
export async function handedOverTo({ admin }: Pick<EventLog, 'admin'>): Promise<LogOffsets> {
  const offsets = new Map(await admin.startOffsets(topics.completed));
  const committed = await admin.committed(groups.deliveryFanout, topics.completed);
  for (const [partition, { offset }] of committed) offsets.set(partition, offset);
  return offsets;
}

/**
 * Before the first subscription: otherwise a copy of the database that is older than the first
 * round of the census would be taken for complete, and its deliveries would be lost.
 */
export async function noteHandedOver(
  database: Pick<Database, 'pool'>,
  eventLog: Pick<EventLog, 'admin'>,
): Promise<void> {
  await noteFirst(database, 'deliveries', await handedOverTo(eventLog));
}
