/** Records that a consumer group could not read: logged, and poison copied to its poison topic. */
import { asideHeaders, poisonTopicOf } from '@libs/contracts';
import type { EventLogLogger, ReceivedRecord, RecordAppender } from '@libs/event-log';
import type { Unreadable } from './read-record.js';

interface Group {
  readonly groupId: string;
  readonly poison: Pick<RecordAppender, 'append'>;
  readonly logger: Pick<EventLogLogger, 'error'>;
}

/** Resolves once poison is durable. Before that, no commit may pass the record. */
export async function setAside(
  { groupId, poison, logger }: Group,
  record: ReceivedRecord,
  reason: string,
): Promise<void> {
  const { topic, partition, offset } = record;
  logger.error({ groupId, topic, partition, offset, reason }, 'undecodable record set aside');
  await poison.append({
    topic: poisonTopicOf(groupId),
    key: record.key,
    value: record.value,
    headers: asideHeaders(record, 'GARBAGE', reason),
  });
}

/**
 * For a consumer that reads on behind a record of a newer release.
 * @returns whether the record may be passed, once it is set aside; if not, it must stay open
 */
export async function putAway(
  group: Group,
  record: ReceivedRecord,
  { kind, reason }: Unreadable,
): Promise<boolean> {
  if (kind === 'poison') {
    await setAside(group, record, reason);
    return true;
  }
  const { topic, partition, offset } = record;
  const details = { groupId: group.groupId, topic, partition, offset, reason };
  group.logger.error(details, 'a newer release must read this record: it is held');
  return false;
}
