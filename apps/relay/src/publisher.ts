/**
 * Publishes all pending records of this process's partitions in one transaction, which costs about
 * the same for one record as for hundreds from twelve partitions (decision 15). Records read during
 * it or shortly after go into the next. Public records and consumed offsets commit together. After
 * a failed transaction it publishes nothing more: a new publisher must take its partitions over.
 */
import { groups } from '@libs/contracts';
import type { EventLog, OutgoingRecord, TransactionalProducer } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitOf } from './relay-position.js';
import type { Portion, SourcePartition } from './source-partition.js';

/** Least time from one transaction's end to the next one's start. */
const restMs = 20;
/** How long steps are gathered: nothing waits for one. An execution's end flushes them. */
const stepsGatherMs = 100;
const manyRecords = 500;
/** Bytes per transaction: well below a batch's limit, even with one record of the largest size. */
const maxTransactionBytes = 4 * 1024 * 1024;
/** Reading pauses above this. */
const maxPendingRecords = 5_000;
const maxPendingBytes = 4 * maxTransactionBytes;
/** A partition without public records commits this often, only to shorten the next start. */
const lazyCommitRecords = 1_000;

export interface PublisherObserver {
  onPublished(records: readonly OutgoingRecord[]): void;
  /** The transaction failed; this publisher can't be used any more. */
  onFailed(publisher: Publisher, error: unknown): void;
}

type Portions = ReadonlyMap<SourcePartition, Portion>;

export class Publisher {
  /** Unique to this publisher, so that fencing it stops no other. */
  readonly transactionalId = `relay-${randomUUID()}`;
  readonly #producer: TransactionalProducer;
  /** In the order in which they go into a transaction. */
  readonly #sources = new Map<number, SourcePartition>();
  #opened: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  #gathering: NodeJS.Timeout | undefined;
  #usable = true;

  constructor(
    eventLog: EventLog,
    private readonly observer: PublisherObserver,
  ) {
    this.#producer = eventLog.transactional(this.transactionalId);
  }

  get usable(): boolean {
    return this.#usable;
  }

  get partitions(): number[] {
    return [...this.#sources.keys()];
  }

  /** Must have succeeded once before a partition is added; may be retried. */
  open(): Promise<void> {
    this.#opened ??= this.#producer.fence().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  /** The group's commit must already name this publisher. */
  add(source: SourcePartition): void {
    this.#sources.set(source.partition, source);
  }

  /** Drops its pending records; a transaction in flight is not waited for. */
  remove(partition: number): void {
    this.#sources.delete(partition);
  }

  source(partition: number): SourcePartition | undefined {
    return this.#usable ? this.#sources.get(partition) : undefined;
  }

  /** Starts publishing the records read so far; waits only while too much is pending. */
  async afterBatch(source: SourcePartition): Promise<void> {
    if (source.uncommittedRecords >= lazyCommitRecords) void this.#run();
    else this.#schedule();
    while (this.#isFull() && this.source(source.partition) === source) await this.#run();
  }

  /** Publishes all pending records and commits the positions. */
  async finish(): Promise<void> {
    await this.#running;
    while (this.#usable && !this.#isCommitted()) await this.#run(true);
    await this.close();
  }

  /** Drops pending records; waits for a transaction in flight, whether it succeeds or not. */
  async close(): Promise<void> {
    this.#usable = false;
    clearTimeout(this.#gathering);
    await Promise.allSettled([this.#running, this.#opened]);
    await this.#producer.close();
  }

  /** At once when an execution's end or much is pending, else a little later. */
  #schedule(): void {
    const { records, bytes, ends } = this.#pending();
    if (!this.#usable || records === 0) return;
    const isUrgent = records >= manyRecords || bytes > maxTransactionBytes || ends > 0;
    if (isUrgent) void this.#run();
    else this.#gathering ??= setTimeout(() => void this.#run(), stepsGatherMs);
  }

  #isFull(): boolean {
    const { records, bytes } = this.#pending();
    return records > maxPendingRecords || bytes > maxPendingBytes;
  }

  /** Totals over all partitions. */
  #pending(): { records: number; bytes: number; ends: number } {
    const all = { records: 0, bytes: 0, ends: 0 };
    for (const source of this.#sources.values()) {
      all.records += source.pendingRecords;
      all.bytes += source.pendingBytes;
      all.ends += source.pendingEnds;
    }
    return all;
  }

  #isCommitted(): boolean {
    return [...this.#sources.values()].every((source) => source.uncommittedRecords === 0);
  }

  /** One transaction, or the one in flight. */
  async #run(everyPosition = false): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#usable) return;
    this.#running ??= this.#publish(everyPosition).finally(() => {
      this.#running = null;
      this.#schedule();
    });
    await this.#running;
  }

  async #publish(everyPosition: boolean): Promise<void> {
    const portions = this.#take(everyPosition ? 1 : lazyCommitRecords);
    const records = [...portions.values()].flatMap((portion) => portion.records);
    const commits = Array.from(portions, ([{ partition }, { after }]) =>
      commitOf(partition, after, this.transactionalId),
    );
    if (commits.length === 0) return;
    try {
      await this.#producer.transact(records, { groupId: groups.relay, commits });
    } catch (error) {
      const closed = !this.#usable;
      this.#usable = false;
      if (!closed) this.observer.onFailed(this, error);
      return;
    }
    for (const [source, { after }] of portions) source.committed(after);
    this.observer.onPublished(records);
    if (this.#usable) await sleep(restMs);
  }

  /** Round robin: partitions of this transaction come last in the next one. */
  #take(lazyRecords: number): Portions {
    const portions = new Map<SourcePartition, Portion>();
    let leftBytes = maxTransactionBytes;
    for (const source of this.#sources.values()) {
      if (source.pendingRecords === 0 && source.uncommittedRecords < lazyRecords) continue;
      const portion = source.take(leftBytes, leftBytes === maxTransactionBytes);
      if (portion === null) continue;
      portions.set(source, portion);
      leftBytes -= portion.sizeBytes;
    }
    for (const source of portions.keys()) {
      this.#sources.delete(source.partition);
      this.#sources.set(source.partition, source);
    }
    return portions;
  }
}
