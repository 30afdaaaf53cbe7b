/**
 * Taking over a ledger partition: first fence, then fetch the offset, then fill the window. In this order, because a fenced
 * predecessor can commit nothing more, so that the offset found is final. The fence settles the offset, too: a
 * coordinator that has just taken over may answer with an older one (docs/decisions/0011).
 */
import { groups, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord, TransactionalProducer } from '@libs/event-log';
import { admit, noClaim } from '@libs/ledger';
import { PublishedWindow, terminalKeyOf, windowRecords } from './published-window.js';
import { claimIn, type RelayPosition } from './relay-position.js';

export interface TakenOver {
  readonly position: RelayPosition;
  readonly published: PublishedWindow;
}

export async function takeOver(
  eventLog: EventLog,
  producer: TransactionalProducer,
  partition: number,
): Promise<TakenOver> {
  await producer.fence({ groupId: groups.relay, topic: topics.events, partition });
  const committed = (await eventLog.admin.committed(groups.relay, topics.events)).get(partition);
  const offset = committed?.offset ?? 0;
  const claimInForce =
    committed === undefined
      ? noClaim
      : (claimIn(committed.metadata) ?? (await readClaimInForce(eventLog, partition, offset)));
  const position = { offset, claimInForce };
  return { position, published: await readPublished(eventLog, partition, position) };
}

/** The claim in force at an offset, by reading the partition from its start: rare, slow and right. */
async function readClaimInForce(
  eventLog: EventLog,
  partition: number,
  offset: number,
): Promise<number> {
  let claimInForce = noClaim;
  if (offset === 0) return claimInForce;
  await eventLog.readRange({ topic: topics.events, partition }, 0, offset, (records) => {
    for (const record of records) claimInForce = admit(claimInForce, record).claimInForce;
  });
  return claimInForce;
}

/**
 * What was published in the window before the position. Only of the writer in force: it began by reading the ledger up to its claim,
 * so it repeats nothing of its predecessors; and what these wrote behind its claim was never published.
 */
async function readPublished(
  eventLog: EventLog,
  partition: number,
  { offset, claimInForce }: RelayPosition,
): Promise<PublishedWindow> {
  const published = new PublishedWindow();
  const from = Math.max(offset - windowRecords, claimInForce + 1);
  if (claimInForce === noClaim || from >= offset) return published;
  await eventLog.readRange({ topic: topics.events, partition }, from, offset, (records) => {
    for (const record of records) {
      const key = publishedKeyOf(record, claimInForce);
      if (key !== null) published.isNew(key, record.offset);
    }
  });
  return published;
}

/** As `publicationKeyOf`, from headers alone. */
function publishedKeyOf(record: ReceivedRecord, claimInForce: number): string | null {
  if (record.headers[headers.claimOffset] !== String(claimInForce)) return null;
  const eventType = record.headers[headers.eventType];
  if (eventType === 'ExecutionCompleted')
    return record.key === null ? null : terminalKeyOf(record.key);
  return eventType === 'BlockCompleted' ? (record.headers[headers.eventId] ?? null) : null;
}
