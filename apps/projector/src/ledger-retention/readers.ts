/**
 * What the readers of the ledger's topics may still ask Kafka for. A reader without a position may
 * ask for everything. Readers that follow only new records (live tail), or whose records are too
 * young to be deleted (idempotency keys, 30 days), need no entry.
 */
import { groups, topics } from '@libs/contracts';
import type { LogAdmin } from '@libs/event-log';
import { decodePosition } from '@libs/ledger';
import { deliveriesProjection } from '../deliveries/deliveries.projection.js';
import { selectCheckpoints } from '../engine/projection.sql.js';
import type { Projection } from '../engine/projection.js';
import { executionsProjection } from '../executions/executions.projection.js';
import type { Client } from '../retention/log-partitions.js';
import type { Need } from './cuts.js';

interface ReaderSources {
  readonly admin: Pick<LogAdmin, 'clusterId' | 'committed' | 'noted'>;
  readonly client: Client;
}

/** By partition. */
type NeedsOf = (partition: number) => readonly Need[];

interface Commit {
  readonly offset: number;
  readonly metadata: string;
}

/** What a group may go on from: its commit, or the journal's if Kafka forgets the commit. */
async function commitsOf(
  { admin }: ReaderSources,
  group: string,
  topic: string,
): Promise<(partition: number) => readonly Commit[]> {
  const [committed, noted] = await Promise.all([
    admin.committed(group, topic),
    admin.noted(group, topic),
  ]);
  return (partition) => {
    const commit = committed.get(partition);
    if (commit === undefined) return [];
    return [commit, noted.get(partition) ?? commit];
  };
}

/** @returns 0 for no commit at all */
const lowest = (commits: readonly Commit[], of: (commit: Commit) => number): number =>
  commits.length === 0 ? 0 : Math.min(...commits.map(of));

const ledgerOffsetOf = ({ metadata }: Commit): number => decodePosition(metadata).offset;

/** Postgres owns a projection's offset; a checkpoint of another cluster is none of this log. */
async function checkpointsOf(
  { admin, client }: ReaderSources,
  { name, topic }: Projection,
): Promise<(partition: number) => Need> {
  const clusterId = await admin.clusterId();
  const { rows } = await client.query<{
    partition: number;
    next_offset: number;
    cluster_id: string;
  }>(selectCheckpoints, [name, topic]);
  const ours = rows.filter((row) => row.cluster_id === clusterId);
  const offsets = new Map(ours.map((row) => [row.partition, row.next_offset]));
  return (partition) => ({ by: `projection ${name}`, offset: offsets.get(partition) ?? 0 });
}

/** A takeover folds from the ledger position of open requests, or of open commands. */
async function takeoversOf(sources: ReaderSources): Promise<(partition: number) => Need> {
  const [requests, control] = await Promise.all([
    commitsOf(sources, groups.runner, topics.requests),
    commitsOf(sources, groups.runner, topics.control),
  ]);
  return (partition) => {
    const open = control(partition).filter(({ metadata }) => metadata !== '');
    const offsets = [lowest(requests(partition), ledgerOffsetOf), ...open.map(ledgerOffsetOf)];
    return { by: groups.runner, offset: Math.min(...offsets) };
  };
}

async function consumedOf(
  sources: ReaderSources,
  group: string,
  topic: string,
): Promise<(partition: number) => Need> {
  const commits = await commitsOf(sources, group, topic);
  return (partition) => ({
    by: group,
    offset: lowest(commits(partition), ({ offset }) => offset),
  });
}

/** @throws Error for a topic whose readers are not known */
export async function needsOf(topic: string, sources: ReaderSources): Promise<NeedsOf> {
  const readers = await Promise.all(readersOf(topic, sources));
  return (partition) => readers.map((need) => need(partition));
}

function readersOf(
  topic: string,
  sources: ReaderSources,
): readonly Promise<(partition: number) => Need>[] {
  switch (topic) {
    case topics.events:
      return [
        takeoversOf(sources),
        consumedOf(sources, groups.relay, topic),
        checkpointsOf(sources, executionsProjection),
      ];
    case topics.requests:
    case topics.control:
      return [consumedOf(sources, groups.runner, topic)];
    case topics.deliveryEvents:
      return [checkpointsOf(sources, deliveriesProjection)];
    default:
      throw new Error(`nothing is known of the readers of ${topic}`);
  }
}
