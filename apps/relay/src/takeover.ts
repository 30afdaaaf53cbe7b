/**
 * Takes over ledger partitions: fence the publishers named in commits, then fetch the offsets, then
 * fill the windows. In this order, because a fenced publisher can commit nothing more: the offsets
 * found are final. Before the fence, a coordinator that has just taken over may answer with older
 * ones (decision 11), which may name another publisher.
 */
import { groups, headers, topics } from '@libs/contracts';
import type { CommittedOffsets, EventLog, ReceivedRecord } from '@libs/event-log';
import { admit, noClaim } from '@libs/ledger';
import type { Logger } from 'pino';
import { PublishedWindow, terminalKeyOf, windowRecords } from './published-window.js';
import { claimIn, publisherIn, type RelayPosition } from './relay-position.js';
import { SourcePartition } from './source-partition.js';

/** Commit of the group for a partition; undefined: none yet. */
export type Committed = { readonly offset: number; readonly metadata: string } | undefined;

/**
 * After this no relay publishes these partitions until a commit names a new one: their commits are
 * final. Without a commit, nothing was published or Kafka forgot the group: the journal counts.
 */
export async function fenceFormer(
  eventLog: EventLog,
  partitions: readonly number[],
  logger: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<number, Committed>> {
  const ask = () => eventLog.admin.committed(groups.relay, topics.events);
  const final = await fenceNamed(eventLog, partitions, ask);
  if (partitions.every((partition) => final.get(partition) !== undefined)) return final;
  const noted = await eventLog.admin.noted(groups.relay, topics.events);
  const forgotten = partitions.filter(
    (partition) => final.get(partition) === undefined && noted.has(partition),
  );
  if (forgotten.length === 0) return final;
  logger.warn(
    { partitions: forgotten },
    'Kafka has forgotten how far these partitions are published: the journal says',
  );
  const found = await fenceNamed(
    eventLog,
    forgotten,
    async () => new Map([...noted, ...(await ask())]),
  );
  return new Map([...final, ...found]);
}

/** @param ask returns the commits; repeated until it names the publishers that were fenced */
async function fenceNamed(
  eventLog: EventLog,
  partitions: readonly number[],
  ask: () => Promise<CommittedOffsets>,
): Promise<ReadonlyMap<number, Committed>> {
  const final = new Map<number, Committed>();
  let committed = await ask();
  while (final.size < partitions.length) {
    const named = (partition: number): string =>
      publisherIn(partition, committed.get(partition)?.metadata);
    const open = partitions.filter((partition) => !final.has(partition));
    const fenced = new Map(open.map((partition) => [partition, named(partition)]));
    const byPublisher = Map.groupBy(open, named);
    await Promise.all([...byPublisher].map(([id, its]) => fencePublisher(eventLog, id, its)));
    committed = await ask();
    for (const [partition, id] of fenced)
      if (named(partition) === id) final.set(partition, committed.get(partition));
  }
  return final;
}

async function fencePublisher(
  eventLog: EventLog,
  transactionalId: string,
  partitions: readonly number[],
): Promise<void> {
  const producer = eventLog.transactional(transactionalId);
  try {
    const fenced = partitions.map((partition) => ({ topic: topics.events, partition }));
    await producer.fence({ groupId: groups.relay, partitions: fenced });
  } finally {
    await producer.close();
  }
}

/** @param committed as `fenceFormer` found it */
export async function sourceFrom(
  eventLog: EventLog,
  partition: number,
  committed: Committed,
): Promise<SourcePartition> {
  const offset = committed?.offset ?? 0;
  const claimInForce =
    committed === undefined
      ? noClaim
      : (claimIn(committed.metadata) ?? (await readClaimInForce(eventLog, partition, offset)));
  const position = { offset, claimInForce };
  const published = await readPublished(eventLog, partition, position);
  return new SourcePartition(partition, position, published);
}

/** The claim in force at an offset, by reading the partition from its start: slow but rare. */
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
 * Published records in the window before the position, of the claim in force only: its writer read
 * the ledger up to its claim, so it repeats no predecessor; later writes of those are void.
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

/** Like `publicationKeyOf`, from headers alone. */
function publishedKeyOf(record: ReceivedRecord, claimInForce: number): string | null {
  if (record.headers[headers.claimOffset] !== String(claimInForce)) return null;
  const eventType = record.headers[headers.eventType];
  if (eventType === 'ExecutionCompleted')
    return record.key === null ? null : terminalKeyOf(record.key);
  return eventType === 'BlockCompleted' ? (record.headers[headers.eventId] ?? null) : null;
}
