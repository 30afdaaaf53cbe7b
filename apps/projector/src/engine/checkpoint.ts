/**
 * A projection's checkpoint in Postgres, which owns the offset (Kafka's commit is a hint), and the
 * checks that this log continues it.
 */
import type { Database } from '@libs/persistence';
import { insertCheckpoint, selectCheckpoint, selectCheckpoints } from './projection.sql.js';

export interface Checkpoint {
  readonly nextOffset: number;
  readonly claimOffset: number;
}

/**
 * The log does not continue the read model: it is another log, or records between them are missing.
 * Continuing would mix two histories, or leave out a part of one.
 */
export class ForeignCheckpointError extends Error {
  override readonly name = 'ForeignCheckpointError';
  constructor(
    readonly code: 'OTHER_CLUSTER' | 'BEYOND_LOG_END' | 'BEFORE_LOG_START',
    message: string,
  ) {
    super(message);
  }
}

interface CheckpointRow {
  readonly next_offset: number;
  readonly claim_offset: number;
  readonly cluster_id: string;
}

export interface CheckpointScope {
  readonly projection: string;
  readonly topic: string;
  readonly clusterId: string;
}

const subjectOf = (scope: CheckpointScope, partition: number): string =>
  `checkpoint of ${scope.projection} for ${scope.topic}[${partition}]`;

/**
 * @param startOffset read before the checkpoint: older records are deleted only below checkpoints
 * @throws ForeignCheckpointError
 */
export function refuseGap(
  scope: CheckpointScope,
  partition: number,
  nextOffset: number,
  startOffset: number,
): void {
  if (nextOffset >= startOffset) return;
  throw new ForeignCheckpointError(
    'BEFORE_LOG_START',
    `${subjectOf(scope, partition)} is ${nextOffset}, but the log begins at ${startOffset}: npm run projections:rebuild -- ${scope.projection} reads the archive first`,
  );
}

function check(
  scope: CheckpointScope,
  partition: number,
  row: Pick<CheckpointRow, 'next_offset' | 'cluster_id'>,
  endOffset: number,
): void {
  const subject = subjectOf(scope, partition);
  if (row.cluster_id !== scope.clusterId) {
    throw new ForeignCheckpointError(
      'OTHER_CLUSTER',
      `${subject} belongs to cluster ${row.cluster_id}, this one is ${scope.clusterId}`,
    );
  }
  if (row.next_offset > endOffset) {
    throw new ForeignCheckpointError(
      'BEYOND_LOG_END',
      `${subject} is ${row.next_offset}, but the log ends at ${endOffset}`,
    );
  }
}

/**
 * Reads a partition's checkpoint and creates it if missing.
 * @param endOffset offset after the partition's last record. A function is called after the
 * checkpoint is read: an earlier end may lie below it if another process projected meanwhile.
 * @throws ForeignCheckpointError
 */
export async function loadCheckpoint(
  pool: Database['pool'],
  scope: CheckpointScope,
  partition: number,
  endOffset: number | (() => Promise<number>),
): Promise<Checkpoint> {
  const key = [scope.projection, scope.topic, partition];
  const read = (): Promise<{ rows: CheckpointRow[] }> =>
    pool.query<CheckpointRow>(selectCheckpoint, key);
  let [row] = (await read()).rows;
  if (row === undefined) {
    await pool.query(insertCheckpoint, [...key, scope.clusterId]);
    [row] = (await read()).rows;
  }
  if (row === undefined)
    throw new Error(`checkpoint of ${scope.projection}[${partition}] vanished`);
  check(scope, partition, row, typeof endOffset === 'number' ? endOffset : await endOffset());
  return { nextOffset: row.next_offset, claimOffset: row.claim_offset };
}

/**
 * Checks all checkpoints of a projection against the log. A partition without one begins at 0.
 * @param endOffsets called after the checkpoints are read, as other processes keep moving them
 * @param starts as they were before that
 * @throws ForeignCheckpointError
 */
export async function verifyCheckpoints(
  pool: Database['pool'],
  scope: CheckpointScope,
  endOffsets: () => Promise<ReadonlyMap<number, number>>,
  starts: ReadonlyMap<number, number>,
): Promise<void> {
  const { rows } = await pool.query<CheckpointRow & { partition: number }>(selectCheckpoints, [
    scope.projection,
    scope.topic,
  ]);
  const ends = await endOffsets();
  for (const row of rows) check(scope, row.partition, row, ends.get(row.partition) ?? 0);
  const nextOffsets = new Map(rows.map((row) => [row.partition, row.next_offset]));
  for (const [partition, start] of starts)
    refuseGap(scope, partition, nextOffsets.get(partition) ?? 0, start);
}

/** Checkpoints of a projection, by partition. */
export async function storedOffsets(
  pool: Database['pool'],
  projection: string,
  topic: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ partition: number; next_offset: number }>(selectCheckpoints, [
    projection,
    topic,
  ]);
  return new Map(rows.map((row) => [row.partition, row.next_offset]));
}
