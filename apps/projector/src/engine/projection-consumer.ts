/**
 * Runs one projection: its consumer, the checkpoints of its partitions, and halted partitions.
 * Every record changes the read models exactly once, in the transaction that moves the checkpoint.
 * Failed batches are thrown back to the consumer, which brings them again after a backoff.
 */
import { HaltedPartitions, setAside } from '@libs/consuming';
import type {
  Assignment,
  EventLog,
  ReceivedBatch,
  RecordAppender,
  SupervisedConsumer,
} from '@libs/event-log';
import { slices } from '@libs/event-loop';
import type { Database } from '@libs/persistence';
import type { ReadinessProblem } from '@libs/platform';
import type { Logger } from 'pino';
import { ForeignCheckpointError, verifyCheckpoints, type CheckpointScope } from './checkpoint.js';
import { foldBatch, type FoldedBatch } from './fold-batch.js';
import type { ChangeListener } from './noted-change.js';
import { type LogBounds, PartitionCheckpoints } from './partition-checkpoints.js';
import type { ProjectionMetrics } from './projection-metrics.js';
import type { Projection } from './projection.js';
import { isRefusedValue, ProjectionWriter, type ProjectedBatch } from './projection-writer.js';

/** A transaction costs Postgres the same for one event as for a hundred. */
const gatherMs = 20;

export interface ProjectionParts {
  readonly eventLog: EventLog;
  readonly pool: Database['pool'];
  readonly logger: Logger;
  readonly metrics: ProjectionMetrics;
  readonly poison: RecordAppender;
  readonly sessionTimeoutMs: number;
  readonly pages: ChangeListener;
}

/** Batches from this size take longer to fold than one event-loop turn should last. */
const largeBatch = 100;

/** How often positions are sent to Kafka (a hint for the next start) and compared with Postgres. */
const tendIntervalMs = 5_000;

export class ProjectionConsumer {
  readonly #projection: Projection;
  readonly #parts: ProjectionParts;
  readonly #consumer: SupervisedConsumer;
  readonly #writer: ProjectionWriter;
  readonly #bounds: LogBounds;
  readonly #checkpoints: PartitionCheckpoints;
  readonly #halted: HaltedPartitions;
  /** Values that Postgres refuses return on each retry: shown until the partition writes again. */
  readonly #refused = new Map<number, string>();
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
      gatherMs,
      sessionTimeoutMs: parts.sessionTimeoutMs,
      onBatch: (batch) => this.#onBatch(batch),
      onAssigned: (assignment) => this.#onAssigned(assignment),
    });
    this.#halted = new HaltedPartitions({
      ...{ consumer: this.#consumer, logger: parts.logger },
      ...{ groupId: projection.groupId, topic: projection.topic },
    });
    const { admin } = parts.eventLog;
    this.#bounds = {
      starts: () => admin.startOffsets(projection.topic),
      ends: () => admin.endOffsets(projection.topic),
    };
    this.#checkpoints = new PartitionCheckpoints(
      parts.pool,
      this.#consumer,
      parts.logger,
      this.#bounds,
    );
    parts.metrics.watch(
      projection.name,
      this.#consumer,
      () => this.#halted.size + this.#refused.size,
    );
  }

  get consumer(): SupervisedConsumer {
    return this.#consumer;
  }

  /** Null while the projection is running. */
  problem(): ReadinessProblem | null {
    const part = `projection ${this.#projection.name}`;
    if (this.#stopReason !== null) return { part, problem: this.#stopReason };
    const [refused] = this.#refused;
    const problem =
      this.#halted.problem() ?? (refused && `partition ${refused[0]} halted: ${refused[1]}`);
    return problem === undefined ? null : { part, problem };
  }

  /** Verifies the checkpoints, then joins the group; not when the log does not continue them. */
  async start(): Promise<void> {
    const { eventLog, pool } = this.#parts;
    this.#clusterId = await eventLog.admin.clusterId();
    try {
      const starts = await this.#bounds.starts();
      await verifyCheckpoints(pool, this.#scope(), () => this.#bounds.ends(), starts);
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
    await this.#checkpoints.hint(this.#projection.topic);
    await this.#consumer.stop();
  }

  #onAssigned({ added, removed, partitions }: Assignment): void {
    // Who had these partitions may have died between a commit and its word to the feed.
    if (added.length > 0) this.#parts.pages.missed();
    for (const { partition } of [...added, ...removed]) {
      this.#checkpoints.forget(partition);
      this.#halted.forget(partition);
      this.#refused.delete(partition);
    }
    const stillHalted = partitions.filter(({ partition }) => this.#halted.has(partition));
    if (stillHalted.length > 0) this.#consumer.pause(stillHalted);
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const [first] = batch.records;
    if (first === undefined || this.#stopReason !== null || this.#halted.has(batch.partition))
      return;
    // The previous partition's statement is sent first, so Postgres works while this one is folded.
    if (batch.records.length >= largeBatch) await slices.next();
    try {
      while (!(await this.#project(batch, first.offset)));
    } catch (error) {
      if (!(error instanceof ForeignCheckpointError)) throw error;
      this.#stopLoudly(error);
    }
  }

  /** False when another process moved the checkpoint: the batch must be checked again. */
  async #project(batch: ReceivedBatch, firstOffset: number): Promise<boolean> {
    const { partition, topic } = batch;
    const progress = await this.#checkpoints.of(this.#scope(), batch);
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
      if (!(await this.#write({ move, rows: folded.rows, bytes: folded.bytes }))) {
        this.#checkpoints.forget(partition);
        return false;
      }
      this.#parts.pages.note(folded.changes);
      progress.checkpoint = folded.next;
      progress.soughtBack = true;
      this.#parts.metrics.projected(this.#projection.name, folded.applied);
      this.#parts.metrics.ignored(this.#projection.name, folded.ignored);
    }
    if (folded.haltReason !== null)
      this.#halted.halt(partition, folded.next.nextOffset, folded.haltReason);
    return true;
  }

  /** Rethrows a refusal, so that the batch is retried, and shows it: it may be permanent. */
  async #write(batch: ProjectedBatch): Promise<boolean> {
    const { partition, expectedOffset } = batch.move;
    try {
      const moved = await this.#writer.write(batch);
      this.#refused.delete(partition);
      return moved;
    } catch (error) {
      if (isRefusedValue(error)) {
        const reason = `the database refuses a value (${error.code}) after offset ${expectedOffset}`;
        this.#refused.set(partition, reason);
        this.#parts.metrics.refused(this.#projection.name);
      }
      throw error;
    }
  }

  /** Appends poison before the checkpoint passes it: a crash may repeat it, never lose it. */
  async #setAside({ poison }: FoldedBatch): Promise<void> {
    const { groupId, name } = this.#projection;
    const group = { ...this.#parts, groupId };
    await Promise.all(poison.map(({ record, reason }) => setAside(group, record, reason)));
    this.#parts.metrics.poisoned(name, poison.length);
  }

  #stopLoudly(error: ForeignCheckpointError): void {
    this.#stopReason = error.message;
    this.#parts.logger.error(
      { err: error, projection: this.#projection.name },
      'projection stopped: this log does not continue its read models; rebuild them',
    );
    // Not awaited: it waits for the handler that may have called this.
    void this.#consumer.stop();
  }

  async #tend(): Promise<void> {
    const scope = this.#scope();
    await this.#checkpoints.noticeLostCommits(scope).catch((error: unknown) => {
      this.#parts.logger.warn(
        { err: error, projection: scope.projection },
        'checkpoints could not be compared',
      );
    });
    await this.#checkpoints.hint(scope.topic);
  }

  #scope(): CheckpointScope {
    const { name, topic } = this.#projection;
    return { projection: name, topic, clusterId: this.#clusterId };
  }
}
