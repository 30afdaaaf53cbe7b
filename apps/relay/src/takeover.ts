/**
 * Taking over ledger partitions: first fence whom their commits name, then fetch the offsets, then fill the windows. In this order,
 * because who is fenced can commit nothing more, so that the offsets found are final. The fence settles the offsets, too: a
 * coordinator that has just taken over may answer with older ones (docs/decisions/0011), which may name somebody else.
 */
import { groups, headers, topics } from '@libs/contracts';
import type { CommittedOffsets, EventLog, ReceivedRecord } from '@libs/event-log';
import { admit, noClaim } from '@libs/ledger';
import type { Logger } from 'pino';
import { PublishedWindow, terminalKeyOf, windowRecords } from './published-window.js';
import { claimIn, publisherIn, type RelayPosition } from './relay-position.js';
import { SourcePartition } from './source-partition.js';

/** What the group has committed for a partition; undefined: nothing yet. */
export type Committed = { readonly offset: number; readonly metadata: string } | undefined;

/**
 * From here on nobody publishes these partitions until the group's commit names somebody new; so their commits are final. Where
 * there is none, nothing was ever published, or Kafka has forgotten the group: then the journal's word counts.
 */
export async function fenceFormer(
  eventLog: EventLog,
  partitions: readonly number[],
  logger: Pick<Logger, 'warn'>,
): Promise<ReadonlyMap<number, Committed>> {
  const ask = () => eventLog.admin.committed(groups.relay, topics.events);
  const settled = await fenceNamed(eventLog, partitions, ask);
  if (partitions.every((partition) => settled.get(partition) !== undefined)) return settled;
  const noted = await eventLog.admin.noted(groups.relay, topics.events);
  const forgotten = partitions.filter(
    (partition) => settled.get(partition) === undefined && noted.has(partition),
  );
  if (forgotten.length === 0) return settled;
  logger.warn(
    { partitions: forgotten },
    'Kafka has forgotten how far these partitions are published: the journal says',
  );
  const found = await fenceNamed(
    eventLog,
    forgotten,
    async () => new Map([...noted, ...(await ask())]),
  );
  return new Map([...settled, ...found]);
}

/** @param ask what is known of commits; asked again until it names those who were fenced */
async function fenceNamed(
  eventLog: EventLog,
  partitions: readonly number[],
  ask: () => Promise<CommittedOffsets>,
): Promise<ReadonlyMap<number, Committed>> {
  const settled = new Map<number, Committed>();
  let committed = await ask();
  while (settled.size < partitions.length) {
    const named = (partition: number): string =>
      publisherIn(partition, committed.get(partition)?.metadata);
    const open = partitions.filter((partition) => !settled.has(partition));
    const fenced = new Map(open.map((partition) => [partition, named(partition)]));
    const byPublisher = Map.groupBy(open, named);
    await Promise.all([...byPublisher].map(([id, its]) => fenceAndSettle(eventLog, id, its)));
    committed = await ask();
    for (const [partition, id] of fenced)
      if (named(partition) === id) settled.set(partition, committed.get(partition));
  }
  return settled;
}

async function fenceAndSettle(
  eventLog: EventLog,
  transactionalId: string,
  partitions: readonly number[],
): Promise<void> {
  const producer = eventLog.transactional(transactionalId);
  try {
    const settling = partitions.map((partition) => ({ topic: topics.events, partition }));
    await producer.fence({ groupId: groups.relay, partitions: settling });
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
