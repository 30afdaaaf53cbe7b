/**
 * The checkpoints of the partitions this process has: in memory as it last moved them, in Postgres as they are. Postgres owns the
 * offset; Kafka only gets a hint, which shortens the next start.
 */
import type { ReceivedBatch, SupervisedConsumer } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import {
  loadCheckpoint,
  storedOffsets,
  type Checkpoint,
  type CheckpointScope,
} from './checkpoint.js';

export interface PartitionProgress {
  checkpoint: Checkpoint;
  /** A batch that starts beyond the checkpoint is sought back once; a gap that stays is the log's own. */
  soughtBack: boolean;
  hintedOffset: number;
}

export class PartitionCheckpoints {
  readonly #partitions = new Map<number, PartitionProgress>();

  constructor(
    private readonly pool: Database['pool'],
    private readonly consumer: SupervisedConsumer,
    private readonly logger: Logger,
    private readonly endOffsets: () => Promise<ReadonlyMap<number, number>>,
  ) {}

  /** @throws ForeignCheckpointError */
  async of(scope: CheckpointScope, { partition }: ReceivedBatch): Promise<PartitionProgress> {
    const known = this.#partitions.get(partition);
    if (known !== undefined) return known;
    const endOffset = async (): Promise<number> => (await this.endOffsets()).get(partition) ?? 0;
    const checkpoint = await loadCheckpoint(this.pool, scope, partition, endOffset);
    const progress = { checkpoint, soughtBack: false, hintedOffset: -1 };
    this.#partitions.set(partition, progress);
    return progress;
  }

  /** It is read from Postgres again when it is needed. */
  forget(partition: number): void {
    this.#partitions.delete(partition);
  }

  /**
   * Commits do not wait for Postgres' disk, so a crash of the server may take back the last ones, rows and checkpoint together.
   * The next batch would find out; a partition where nothing happens any more has no next batch.
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

  /** A lost hint costs a re-read of records below the checkpoint, nothing else. */
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
