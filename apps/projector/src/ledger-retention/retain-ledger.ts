/**
 * One round of the ledger's retention: copies what is old enough into the archive, and deletes from
 * Kafka what intact files hold and no reader may ask for. Repeatable; ends anywhere without harm.
 */
import {
  archivedRange,
  ArchiveError,
  archiveTopic,
  requireArchived,
  requireCluster,
} from '@libs/archive';
import { topics } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import { advisoryLocks } from '@libs/persistence';
import { rebuildXactLockSql } from '../rebuild/copy.sql.js';
import type { Client } from '../retention/log-partitions.js';
import { type Cut, cutOf, type Cutoff, type Need } from './cuts.js';
import { needsOf } from './readers.js';

interface RetentionRound {
  readonly log: Pick<EventLog, 'admin' | 'readRange'>;
  /** One connection without a transaction; it holds the lock of the archive (`lockArchive`). */
  readonly client: Client;
  readonly dir: string;
  readonly cutoffs: readonly Cutoff[];
  /** `plan` changes nothing: it says what a round would do. */
  readonly act: 'plan' | 'copy' | 'delete';
  /** Deletes only where the archive also has the topic's beginning: no rebuild lacks a record. */
  readonly isWhole: boolean;
  /** Begins the archive; else the directory must be one. */
  readonly begins: boolean;
  readonly fileBytes?: number;
  /** Asked before each file and each deletion; a rejection ends the round. */
  readonly mayGoOn: () => Promise<void>;
  readonly onTopic: (report: TopicReport) => void;
}

export interface PartitionReport extends Cut {
  /** Offset of the archive's first record. */
  readonly archivedFrom: number;
  /** Copied in this round; in a plan, to be copied. */
  readonly copied: number;
}

export interface TopicReport {
  readonly topic: string;
  readonly partitions: readonly PartitionReport[];
  /** False in a plan, in a copy, and while a rebuild reads the log. */
  readonly isDeleted: boolean;
}

/** One process at a time writes an archive. Held until the connection ends. */
export async function lockArchive(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [advisoryLocks.archiving],
  );
  return rows[0]?.locked === true;
}

export async function retainLedger(round: RetentionRound): Promise<void> {
  /** Partitions with requests past their time, which keep what came of them in the log. */
  const oldRequests = new Set<number>();
  for (const cutoff of round.cutoffs) {
    const partitions = await standings(round, cutoff, oldRequests);
    const isDeleted = round.act === 'delete' && (await remove(round, cutoff.topic, partitions));
    round.onTopic({ topic: cutoff.topic, partitions, isDeleted });
    if (cutoff.topic !== topics.requests) continue;
    const isGone = isDeleted || round.act === 'plan';
    for (const { partition, logStart, deleteBefore, youngFrom } of partitions)
      if ((isGone ? deleteBefore : logStart) < youngFrom) oldRequests.add(partition);
  }
}

interface Archived {
  readonly from: number;
  readonly until: number;
  readonly copied: number;
}

/** Copies; a plan only counts what a copy would do. */
async function archivedOf(
  { log, dir, act, begins, fileBytes, mayGoOn }: RetentionRound,
  topic: string,
  until: ReadonlyMap<number, number>,
  starts: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, Archived>> {
  if (act !== 'plan') {
    const without = begins ? 'begin' : 'refuse';
    const size = fileBytes === undefined ? {} : { fileBytes };
    const ranges = await archiveTopic(log, { dir, topic, until, without, mayGoOn, ...size });
    return new Map(ranges.map((range) => [range.partition, { ...range, copied: range.written }]));
  }
  await requireCluster(dir, await log.admin.clusterId(), begins ? 'accept' : 'refuse');
  const planned = new Map<number, Archived>();
  for (const [partition, end] of until) {
    const start = starts.get(partition) ?? 0;
    const range = (await archivedRange(dir, { topic, partition })) ?? { from: start, until: start };
    const next = Math.max(range.until, end);
    planned.set(partition, { from: range.from, until: next, copied: next - range.until });
  }
  return planned;
}

async function standings(
  round: RetentionRound,
  { topic, beforeMs }: Cutoff,
  oldRequests: ReadonlySet<number>,
): Promise<PartitionReport[]> {
  const { admin } = round.log;
  const youngFrom = await admin.offsetsAt(topic, beforeMs);
  const starts = await admin.startOffsets(topic);
  const archived = await archivedOf(round, topic, youngFrom, starts);
  // Read after the copy, which may take hours: readers only move on.
  const needs = await needsOf(topic, { admin, client: round.client });
  return [...youngFrom].map(([partition, young]) => {
    const logStart = starts.get(partition) ?? 0;
    const held = archived.get(partition) ?? { from: logStart, until: logStart, copied: 0 };
    const all: readonly Need[] = [
      ...needs(partition),
      ...(topic === topics.events && oldRequests.has(partition)
        ? [{ by: topics.requests, offset: 0 }]
        : []),
    ];
    const standing = { topic, partition, logStart, youngFrom: young, archivedUntil: held.until };
    const cut = cutOf({ ...standing, needs: all });
    return { ...cut, archivedFrom: held.from, copied: held.copied };
  });
}

/** @returns false while a rebuild reads the log */
async function remove(
  { log, client, dir, isWhole, mayGoOn }: RetentionRound,
  topic: string,
  partitions: readonly PartitionReport[],
): Promise<boolean> {
  const due = partitions.filter(({ logStart, deleteBefore }) => deleteBefore > logStart);
  if (due.length === 0) return true;
  for (const { partition, logStart, deleteBefore, archivedFrom } of due) {
    if (isWhole && archivedFrom > 0)
      throw new ArchiveError(
        'GAP',
        `${dir} begins at ${archivedFrom} of ${topic}/${partition}: bring back its older files`,
      );
    await mayGoOn();
    await requireArchived(dir, { topic, partition }, logStart, deleteBefore);
  }
  await mayGoOn();
  return whileNoRebuild(client, async () => {
    const offsets = due.map(({ partition, deleteBefore }) => [partition, deleteBefore] as const);
    await log.admin.deleteBefore(topic, new Map(offsets));
  });
}

/** A rebuild has read the archive's files before it reads the log. */
async function whileNoRebuild(client: Client, act: () => Promise<void>): Promise<boolean> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ locked: boolean }>(rebuildXactLockSql);
    if (rows[0]?.locked !== true) return false;
    await act();
    return true;
  } finally {
    await client.query('rollback');
  }
}
