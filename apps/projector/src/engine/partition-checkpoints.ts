/**
 * Checkpoints of this process's partitions: in memory as it last moved them, in Postgres as stored.
 * Postgres owns the offset; Kafka only gets a hint that shortens the next start.
 */
import type { ReceivedBatch, SupervisedConsumer } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import {
  loadCheckpoint,
  refuseGap,
  storedOffsets,
  type Checkpoint,
  type CheckpointScope,
} from './checkpoint.js';

export interface PartitionProgress {
  checkpoint: Checkpoint;
  /** A batch that starts above the checkpoint is sought back once; later gaps are in the log. */
  soughtBack: boolean;
  hintedOffset: number;
}

/** By partition: where the log begins, and where it ends. */
export interface LogBounds {
  starts(): Promise<ReadonlyMap<number, number>>;
  ends(): Promise<ReadonlyMap<number, number>>;
}

export class PartitionCheckpoints {
  readonly #partitions = new Map<number, PartitionProgress>();

  constructor(
    private readonly pool: Database['pool'],
    private readonly consumer: SupervisedConsumer,
    private readonly logger: Logger,
    private readonly bounds: LogBounds,
  ) {}

  /** @throws ForeignCheckpointError */
  async of(scope: CheckpointScope, { partition }: ReceivedBatch): Promise<PartitionProgress> {
    const known = this.#partitions.get(partition);
    if (known !== undefined) return known;
    const start = (await this.bounds.starts()).get(partition) ?? 0;
    const endOffset = async (): Promise<number> => (await this.bounds.ends()).get(partition) ?? 0;
    const checkpoint = await loadCheckpoint(this.pool, scope, partition, endOffset);
    refuseGap(scope, partition, checkpoint.nextOffset, start);
    const progress = { checkpoint, soughtBack: false, hintedOffset: -1 };
    this.#partitions.set(partition, progress);
    return progress;
  }

  /** The next use reads the checkpoint from Postgres again. */
  forget(partition: number): void {
    this.#partitions.delete(partition);
  }

  /**
   * Commits skip the disk, so a Postgres crash may revert the last ones, rows and checkpoint
   * together. The next batch would notice, but an idle partition has no next batch.
   */
  async noticeLostCommits({
    projection,
    topic,
  }: Pick<CheckpointScope, 'projection' | 'topic'>): Promise<void> {
    const known = [...this.#partitions].map(([partition, progress]) => ({
      partition,
      progress,
      nextOffset: progress.checkpoint.nextOffset,
    }));
    const stored = await storedOffsets(this.pool, projection, topic);
    for (const { partition, progress, nextOffset } of known) {
      const offset = stored.get(partition);
      const current = this.#partitions.get(partition) === progress;
      if (offset === undefined || offset >= nextOffset || !current) continue;
      this.logger.warn(
        { projection, partition, from: nextOffset, to: offset },
        'Postgres lost commits',
      );
      this.forget(partition);
      this.consumer.seek({ topic, partition, offset });
    }
  }

  /** A lost hint costs only a re-read of records below the checkpoint. */
  async hint(topic: string): Promise<void> {
    const moved = [...this.#partitions].filter(
      ([, progress]) => progress.hintedOffset !== progress.checkpoint.nextOffset,
    );
    if (moved.length === 0) return;
    const commits = moved.map(([partition, { checkpoint }]) => ({
      topic,
      partition,
      offset: checkpoint.nextOffset,
    }));
    for (const [, progress] of moved) progress.hintedOffset = progress.checkpoint.nextOffset;
    await this.consumer.commit(commits).catch(() => undefined);
  }
}
