/**
 * Publishes one ledger partition. Reads ahead of its transactions: what arrives while one is under way, or shortly after it, goes
 * in the next, because a transaction costs the broker the same for one record as for a hundred. Public records and the consumed
 * offset are in together or not at all. After a transaction that failed nothing more is published until a new takeover.
 */
import { groups, topics } from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord, TransactionalProducer } from '@libs/event-log';
import { readLedgerRecord } from '@libs/ledger';
import { publicRecordOf } from './public-record.js';
import { publicationKeyOf, type PublishedWindow } from './published-window.js';
import { commitOf, type RelayPosition } from './relay-position.js';

/** Least time from one transaction's end to the next one's start. */
const restMs = 20;
/** Steps may gather so long: nobody waits for one of them. An end of an execution takes along what has gathered. */
const stepsGatherMs = 100;
const manyRecords = 500;
/** Size of one transaction's records: well below what one batch may have, with one record of the largest size in it. */
const maxTransactionBytes = 4 * 1024 * 1024;
/** Read ahead no further than this. */
const maxPendingRecords = 5_000;
const maxPendingBytes = 4 * maxTransactionBytes;
/** A partition without anything public commits its position this often: it only shortens the next start. */
const lazyCommitRecords = 1_000;

interface Pending {
  readonly record: OutgoingRecord;
  readonly sizeBytes: number;
  /** Position after the ledger record it comes from. */
  readonly after: RelayPosition;
}

export type RecordVerdict = 'published' | 'nothing-public' | 'superseded' | 'repeated';

export interface RelayObserver {
  onPublished(records: readonly OutgoingRecord[]): void;
  /** The transaction failed; this relay is of no use any more. */
  onFailed(error: unknown): void;
}

/** What stops a batch in the middle. */
export type Reading =
  | { readonly kind: RecordVerdict }
  | { readonly kind: 'garbage'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export class PartitionRelay {
  readonly #pending: Pending[] = [];
  #pendingBytes = 0;
  #committedOffset: number;
  #position: RelayPosition;
  #running: Promise<void> | null = null;
  #gathering: NodeJS.Timeout | undefined;
  #usable = true;

  constructor(
    readonly partition: number,
    private readonly producer: TransactionalProducer,
    from: RelayPosition,
    private readonly published: PublishedWindow,
    private readonly observer: RelayObserver,
  ) {
    this.#position = from;
    this.#committedOffset = from.offset;
  }

  /** Next offset to read. */
  get offset(): number {
    return this.#position.offset;
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Takes the next record of the partition. `unknown` is not passed, `garbage` only with `pass`; everything else is. */
  read(record: ReceivedRecord): Reading {
    const reading = readLedgerRecord(this.#position.claimInForce, record);
    if (reading.kind === 'unknown' || reading.kind === 'garbage') return reading;
    this.#position = { offset: record.offset + 1, claimInForce: reading.claimInForce };
    if (reading.kind !== 'event') return reading;
    const key = publicationKeyOf(reading.event);
    const outgoing = publicRecordOf(reading.event, record);
    if (key === null || outgoing === null) return { kind: 'nothing-public' };
    if (!this.published.isNew(key, record.offset)) return { kind: 'repeated' };
    const sizeBytes = outgoing.value?.length ?? 0;
    this.#pending.push({ record: outgoing, sizeBytes, after: this.#position });
    this.#pendingBytes += sizeBytes;
    return { kind: 'published' };
  }

  /** Goes on behind a record that is safe in the poison topic. */
  pass(record: ReceivedRecord): void {
    const { claimInForce } = readLedgerRecord(this.#position.claimInForce, record);
    this.#position = { offset: record.offset + 1, claimInForce };
  }

  /** Starts publishing what was read; waits only while too much is pending. */
  async afterBatch(): Promise<void> {
    const lazy = this.#position.offset - this.#committedOffset >= lazyCommitRecords;
    if (lazy) this.#run();
    else this.#schedule();
    while (
      this.#usable &&
      this.#running !== null &&
      (this.#pending.length > maxPendingRecords || this.#pendingBytes > maxPendingBytes)
    ) {
      await this.#running;
      if (this.#pending.length > 0) this.#run();
    }
  }

  /** Publishes what is pending and commits the position. */
  async finish(): Promise<void> {
    while (
      this.#usable &&
      (this.#running !== null || this.#position.offset > this.#committedOffset)
    ) {
      this.#run();
      await this.#running;
    }
    await this.close();
  }

  /** Drops what is pending; a transaction under way ends as it may. */
  async close(): Promise<void> {
    this.#usable = false;
    clearTimeout(this.#gathering);
    await this.#running;
    await this.producer.close();
  }

  /** At once when an end is among what is pending, or when it is much; else a little later. */
  #schedule(): void {
    if (!this.#usable || this.#pending.length === 0) return;
    const isUrgent =
      this.#pending.length >= manyRecords ||
      this.#pendingBytes > maxTransactionBytes ||
      this.#pending.some(({ record }) => record.topic === topics.completed);
    if (isUrgent) this.#run();
    else this.#gathering ??= setTimeout(() => this.#run(), stepsGatherMs);
  }

  #run(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#usable) return;
    this.#running ??= this.#publish().finally(() => {
      this.#running = null;
      this.#schedule();
    });
  }

  async #publish(): Promise<void> {
    const { records, after } = this.#take();
    try {
      await this.producer.transact(records, {
        groupId: groups.relay,
        commits: [commitOf(this.partition, after)],
      });
    } catch (error) {
      const closed = !this.#usable;
      this.#usable = false;
      if (!closed) this.observer.onFailed(error);
      return;
    }
    this.#committedOffset = after.offset;
    this.observer.onPublished(records);
    if (this.#usable) await new Promise((resolve) => setTimeout(resolve, restMs));
  }

  /** The next transaction's records and the position it commits: everything read when it takes all that is pending. */
  #take(): { records: OutgoingRecord[]; after: RelayPosition } {
    const records: OutgoingRecord[] = [];
    let after = this.#position;
    let sizeBytes = 0;
    let count = 0;
    for (const pending of this.#pending) {
      if (count > 0 && sizeBytes + pending.sizeBytes > maxTransactionBytes) break;
      records.push(pending.record);
      sizeBytes += pending.sizeBytes;
      after = pending.after;
      count += 1;
    }
    this.#pending.splice(0, count);
    this.#pendingBytes -= sizeBytes;
    return { records, after: this.#pending.length === 0 ? this.#position : after };
  }
}
