/**
 * A consumer whose records finish in any order, so that a slow record never delays its neighbours.
 * It commits the contiguous low watermark: a crash re-reads open records and skips none. A
 * partition with too many or too large open records is paused until half are settled. Poison
 * records go to the group's poison topic. A record of a newer release stays open until a newer
 * process takes over the partition.
 */
import { OffsetCommitter, putAway, readRecord, type Unreadable, Watermark } from '@libs/consuming';
import type { RecordType, RecordTypes } from '@libs/contracts';
import type {
  Assignment,
  EventLog,
  ReceivedBatch,
  ReceivedRecord,
  RecordAppender,
  SupervisedConsumer,
} from '@libs/event-log';
import type { Logger } from 'pino';

export interface OpenRecord<T extends RecordType> {
  readonly record: ReceivedRecord;
  readonly data: RecordTypes[T];
  /** Its work is done or durably handed on. Call it exactly once unless `lost`. */
  settle(): void;
  /** The partition was reassigned; its new owner reads this record again. */
  readonly lost: boolean;
}

export interface TrackedConsumerSpec<T extends RecordType> {
  readonly eventLog: EventLog;
  readonly poison: RecordAppender;
  readonly logger: Logger;
  readonly groupId: string;
  readonly topic: string;
  readonly type: T;
  readonly sessionTimeoutMs: number;
  readonly readCommitted?: boolean;
  readonly maxWaitMs?: number;
  /** Least time between two fetches, ms. */
  readonly gatherMs?: number;
  /** Above this, or above 8 MiB, the partition is paused; one fetch may overshoot either limit. */
  readonly maxOpenPerPartition: number;
  /** Receives records of one partition, in order; must not throw. */
  onRecords(records: readonly OpenRecord<T>[]): void;
  /** Records of the revoked partitions are now marked `lost`. */
  onLost?(): void;
}

/** Between two commits. It bounds how much a crash re-reads; the fence drops those repeats. */
const commitEveryMs = 200;
/** Per partition: records of megabytes must not pile up while Kafka or Postgres is away. */
const maxOpenBytes = 8 * 1024 * 1024;

interface PartitionProgress {
  readonly topic: string;
  readonly partition: number;
  readonly watermark: Watermark;
  /** Total size of the open records' values. */
  openBytes: number;
  paused: boolean;
  /** Records that only a newer release can read. */
  unreadable: number;
  lost: boolean;
}

export class TrackedConsumer<T extends RecordType> {
  readonly consumer: SupervisedConsumer;
  readonly #spec: TrackedConsumerSpec<T>;
  readonly #committer: OffsetCommitter;
  readonly #partitions = new Map<number, PartitionProgress>();
  #commitTimer: NodeJS.Timeout | undefined;
  #draining = false;

  constructor(spec: TrackedConsumerSpec<T>) {
    this.#spec = spec;
    this.consumer = spec.eventLog.consumer({
      groupId: spec.groupId,
      topics: [spec.topic],
      startFrom: 'earliest',
      sessionTimeoutMs: spec.sessionTimeoutMs,
      ...(spec.readCommitted === true && { readCommitted: true }),
      ...(spec.maxWaitMs !== undefined && { maxWaitMs: spec.maxWaitMs }),
      ...(spec.gatherMs !== undefined && { gatherMs: spec.gatherMs }),
      onBatch: (batch) => this.#onBatch(batch),
      onAssigned: (assignment) => this.#onAssigned(assignment),
    });
    this.#committer = new OffsetCommitter(this.consumer);
  }

  async start(): Promise<void> {
    this.#commitTimer = setInterval(() => void this.commit(), commitEveryMs);
    await this.consumer.start();
  }

  /** Records that only a newer release can read; the committed offset does not pass them. */
  get unreadable(): number {
    return [...this.#partitions.values()].reduce((sum, { unreadable }) => sum + unreadable, 0);
  }

  /** Later records stay in the log for the next owner. */
  drain(): void {
    this.#draining = true;
  }

  async stop(): Promise<void> {
    this.drain();
    clearInterval(this.#commitTimer);
    await this.commit();
    await this.consumer.stop();
  }

  async commit(): Promise<void> {
    const all = [...this.#partitions.values()].map((holder) => {
      const { topic, partition, watermark } = holder;
      const { offset } = watermark.current();
      return { holder, state: offset, commits: [{ topic, partition, offset }] };
    });
    try {
      await this.#committer.commit(all);
    } catch (error) {
      // After a rebalance or without a broker the commit fails; uncommitted records are read again.
      this.#spec.logger.debug({ err: error, groupId: this.#spec.groupId }, 'offsets not committed');
    }
  }

  #onAssigned({ added, removed, partitions }: Assignment): void {
    let lost = false;
    for (const { partition } of [...added, ...removed]) {
      const progress = this.#partitions.get(partition);
      if (progress === undefined) continue;
      progress.lost = true;
      lost = true;
      this.#partitions.delete(partition);
    }
    if (lost) this.#spec.onLost?.();
    const stillPaused = partitions.filter(
      ({ partition }) => this.#partitions.get(partition)?.paused === true,
    );
    if (stillPaused.length > 0) this.consumer.pause(stillPaused);
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const [first] = batch.records;
    if (this.#draining || first === undefined) return;
    const progress = this.#progressOf(first);
    const opened: OpenRecord<T>[] = [];
    const puttingAway: Promise<void>[] = [];
    for (const record of batch.records) {
      if (!progress.watermark.admit(record.offset, null)) continue;
      const reading = readRecord(record, [this.#spec.type]);
      if (reading.kind === 'ok') opened.push(this.#open(record, reading.decoded.data, progress));
      else puttingAway.push(this.#putAway(record, reading, progress));
    }
    if (opened.length > 0) this.#spec.onRecords(opened);
    this.#pauseWhenFull(progress);
    await Promise.all(puttingAway);
  }

  #progressOf({ topic, partition, offset }: ReceivedRecord): PartitionProgress {
    let progress = this.#partitions.get(partition);
    if (progress === undefined) {
      progress = {
        topic,
        partition,
        watermark: new Watermark(offset, null),
        openBytes: 0,
        paused: false,
        unreadable: 0,
        lost: false,
      };
      this.#partitions.set(partition, progress);
    }
    return progress;
  }

  #open(record: ReceivedRecord, data: RecordTypes[T], progress: PartitionProgress): OpenRecord<T> {
    const sizeBytes = record.value?.length ?? 0;
    progress.openBytes += sizeBytes;
    return {
      record,
      data,
      settle: () => {
        progress.openBytes -= sizeBytes;
        this.#settle(progress, record.offset);
      },
      get lost() {
        return progress.lost;
      },
    };
  }

  #settle(progress: PartitionProgress, offset: number): void {
    progress.watermark.settle(offset);
    if (!progress.paused || progress.lost) return;
    if (progress.watermark.openCount > this.#spec.maxOpenPerPartition / 2) return;
    if (progress.openBytes > maxOpenBytes / 2) return;
    progress.paused = false;
    this.consumer.resume([{ topic: progress.topic, partition: progress.partition }]);
  }

  #pauseWhenFull(progress: PartitionProgress): void {
    const isFull =
      progress.watermark.openCount >= this.#spec.maxOpenPerPartition ||
      progress.openBytes >= maxOpenBytes;
    if (progress.paused || progress.lost || !isFull) return;
    progress.paused = true;
    this.consumer.pause([{ topic: progress.topic, partition: progress.partition }]);
  }

  async #putAway(
    record: ReceivedRecord,
    unreadable: Unreadable,
    progress: PartitionProgress,
  ): Promise<void> {
    if (unreadable.kind === 'newer') progress.unreadable += 1;
    if (await putAway(this.#spec, record, unreadable)) this.#settle(progress, record.offset);
  }
}
