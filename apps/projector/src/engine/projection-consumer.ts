/**
 * Runs one projection: its consumer, the checkpoint of each assigned partition, and what happens when one can't go on.
 * Guarantees that every record changes the read models exactly once, in the transaction that moves the checkpoint. It does not
 * retry by itself: a batch that fails is thrown back to the consumer, which brings it again after a backoff.
 */
import type {
  Assignment,
  EventLog,
  ReceivedBatch,
  RecordAppender,
  SupervisedConsumer,
} from '@libs/event-log';
import { poisonRecordOf } from '@libs/ledger';
import type { Database } from '@libs/persistence';
import type { ReadinessProblem } from '@libs/platform';
import type { Logger } from 'pino';
import {
  ForeignCheckpointError,
  loadCheckpoint,
  storedOffsets,
  verifyCheckpoints,
  type Checkpoint,
} from './checkpoint.js';
import { foldBatch, type FoldedBatch } from './fold-batch.js';
import type { ProjectionMetrics } from './projection-metrics.js';
import type { Projection } from './projection.js';
import { ProjectionWriter } from './projection-writer.js';

export interface ProjectionParts {
  readonly eventLog: EventLog;
  readonly pool: Database['pool'];
  readonly logger: Logger;
  readonly metrics: ProjectionMetrics;
  readonly poison: RecordAppender;
  readonly sessionTimeoutMs: number;
}

/** How often positions are told to Kafka (a hint that shortens the next start) and compared with Postgres. */
const tendIntervalMs = 5_000;

interface PartitionProgress {
  checkpoint: Checkpoint;
  /** A batch that starts beyond the checkpoint is sought back once; a gap that stays is the log's own. */
  soughtBack: boolean;
  hintedOffset: number;
}

export class ProjectionConsumer {
  readonly #projection: Projection;
  readonly #parts: ProjectionParts;
  readonly #consumer: SupervisedConsumer;
  readonly #writer: ProjectionWriter;
  readonly #partitions = new Map<number, PartitionProgress>();
  readonly #halted = new Map<number, string>();
  #clusterId = '';
  #stopReason: string | null = null;
  #tendTimer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(projection: Projection, parts: ProjectionParts) {
    this.#projection = projection;
    this.#parts = parts;
    this.#writer = new ProjectionWriter(parts.pool, projection.name, projection.topic);
    this.#consumer = parts.eventLog.consumer({
      groupId: projection.groupId,
      topics: [projection.topic],
      startFrom: 'earliest',
      sessionTimeoutMs: parts.sessionTimeoutMs,
      onBatch: (batch) => this.#onBatch(batch),
      onAssigned: (assignment) => this.#onAssigned(assignment),
    });
    parts.metrics.watch(projection.name, this.#consumer, () => this.#halted.size);
  }

  get consumer(): SupervisedConsumer {
    return this.#consumer;
  }

  /** Null while the projection goes on. */
  problem(): ReadinessProblem | null {
    const part = `projection ${this.#projection.name}`;
    if (this.#stopReason !== null) return { part, problem: this.#stopReason };
    const [halted] = this.#halted;
    return halted === undefined
      ? null
      : { part, problem: `partition ${halted[0]} halted: ${halted[1]}` };
  }

  /** Checks the checkpoints against the log, then joins the group. Does not join when they belong to another log. */
  async start(): Promise<void> {
    const { name, topic } = this.#projection;
    const { eventLog, pool } = this.#parts;
    this.#clusterId = await eventLog.admin.clusterId();
    try {
      await verifyCheckpoints(
        pool,
        { projection: name, topic, clusterId: this.#clusterId },
        await eventLog.admin.endOffsets(topic),
      );
    } catch (error) {
      if (!(error instanceof ForeignCheckpointError)) throw error;
      this.#stopLoudly(error);
      return;
    }
    await this.#consumer.start();
    if (this.#stopping) return;
    this.#tendTimer = setInterval(() => void this.#tend(), tendIntervalMs);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#tendTimer);
    await this.#hintPositions();
    await this.#consumer.stop();
  }

  #onAssigned({ added, removed, partitions }: Assignment): void {
    for (const { partition } of [...added, ...removed]) {
      this.#partitions.delete(partition);
      this.#halted.delete(partition);
    }
    const stillHalted = partitions.filter(({ partition }) => this.#halted.has(partition));
    if (stillHalted.length > 0) this.#consumer.pause(stillHalted);
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const [first] = batch.records;
    if (first === undefined || this.#stopReason !== null || this.#halted.has(batch.partition))
      return;
    try {
      while (!(await this.#project(batch, first.offset)));
    } catch (error) {
      if (!(error instanceof ForeignCheckpointError)) throw error;
      this.#stopLoudly(error);
    }
  }

  /** False when the checkpoint was moved by someone else meanwhile, and the batch must be looked at again. */
  async #project(batch: ReceivedBatch, firstOffset: number): Promise<boolean> {
    const { partition, topic } = batch;
    const progress = this.#partitions.get(partition) ?? (await this.#load(batch));
    const { checkpoint } = progress;
    if (firstOffset > checkpoint.nextOffset && !progress.soughtBack) {
      progress.soughtBack = true;
      this.#consumer.seek({ topic, partition, offset: checkpoint.nextOffset });
      return true;
    }
    const folded = foldBatch(this.#projection, partition, checkpoint, batch.records);
    if (folded.next.nextOffset > checkpoint.nextOffset) {
      await this.#setAside(folded);
      const { nextOffset, claimOffset } = folded.next;
      const move = { partition, expectedOffset: checkpoint.nextOffset, nextOffset, claimOffset };
      if (!(await this.#writer.write({ move, rows: folded.rows }))) {
        this.#partitions.delete(partition);
        return false;
      }
      progress.checkpoint = folded.next;
      progress.soughtBack = true;
      this.#parts.metrics.projected(this.#projection.name, folded.applied);
      this.#parts.metrics.ignored(this.#projection.name, folded.ignored);
    }
    if (folded.haltReason !== null)
      this.#halt(partition, folded.next.nextOffset, folded.haltReason);
    return true;
  }

  async #load({ partition, topic, highWatermark }: ReceivedBatch): Promise<PartitionProgress> {
    const scope = { projection: this.#projection.name, topic, clusterId: this.#clusterId };
    const checkpoint = await loadCheckpoint(this.#parts.pool, scope, partition, highWatermark);
    const progress = { checkpoint, soughtBack: false, hintedOffset: -1 };
    this.#partitions.set(partition, progress);
    return progress;
  }

  /** Poison is in its topic before the checkpoint passes it: a crash between the two may set it aside twice, never lose it. */
  async #setAside({ poison }: FoldedBatch): Promise<void> {
    const { groupId, name } = this.#projection;
    for (const { record, reason } of poison) {
      this.#parts.logger.error(
        {
          projection: name,
          topic: record.topic,
          partition: record.partition,
          offset: record.offset,
          reason,
        },
        'undecodable record set aside',
      );
    }
    await Promise.all(
      poison.map(({ record, reason }) =>
        this.#parts.poison.append(poisonRecordOf(groupId, record, 'GARBAGE', reason)),
      ),
    );
    this.#parts.metrics.poisoned(name, poison.length);
  }

  #halt(partition: number, offset: number, reason: string): void {
    const { topic, name } = this.#projection;
    this.#halted.set(partition, `offset ${offset}: ${reason}`);
    this.#consumer.seek({ topic, partition, offset });
    this.#consumer.pause([{ topic, partition }]);
    this.#parts.logger.error(
      { projection: name, partition, offset, reason },
      'partition halted: this version does not know the record at this offset',
    );
  }

  #stopLoudly(error: ForeignCheckpointError): void {
    this.#stopReason = error.message;
    this.#parts.logger.error(
      { err: error, projection: this.#projection.name },
      'projection stopped: its read models were built from another log; rebuild them',
    );
    // Not awaited: it waits for the handler that may have called this.
    void this.#consumer.stop();
  }

  async #tend(): Promise<void> {
    await this.#noticeLostCommits().catch((error: unknown) =>
      this.#parts.logger.warn(
        { err: error, projection: this.#projection.name },
        'checkpoints could not be compared',
      ),
    );
    await this.#hintPositions();
  }

  /**
   * Commits do not wait for Postgres' disk, so a crash of the server may take back the last ones, rows and checkpoint together.
   * The next batch would find out; a partition where nothing happens any more has no next batch.
   */
  async #noticeLostCommits(): Promise<void> {
    const { topic, name } = this.#projection;
    const known = [...this.#partitions].map(([partition, progress]) => ({
      partition,
      progress,
      nextOffset: progress.checkpoint.nextOffset,
    }));
    const stored = await storedOffsets(this.#parts.pool, name, topic);
    for (const { partition, progress, nextOffset } of known) {
      const offset = stored.get(partition);
      if (
        offset === undefined ||
        offset >= nextOffset ||
        this.#partitions.get(partition) !== progress
      )
        continue;
      this.#parts.logger.warn(
        { projection: name, partition, from: nextOffset, to: offset },
        'Postgres lost commits',
      );
      this.#partitions.delete(partition);
      this.#consumer.seek({ topic, partition, offset });
    }
  }

  async #hintPositions(): Promise<void> {
    const { topic } = this.#projection;
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
    // Lost hints cost a re-read of records below the checkpoint, nothing else.
    await this.#consumer.commit(commits).catch(() => undefined);
  }
}
