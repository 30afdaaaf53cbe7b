/** A ledger partition on its way to the public topics: read position and unpublished records. */
import type { Unreadable } from '@libs/consuming';
import { topics } from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';
import { readLedgerRecord } from '@libs/ledger';
import { publicRecordOf } from './public-record.js';
import { publicationKeyOf, type PublishedWindow } from './published-window.js';
import type { RelayPosition } from './relay-position.js';

interface Pending {
  readonly record: OutgoingRecord;
  readonly sizeBytes: number;
  /** Position after its source record in the ledger. */
  readonly after: RelayPosition;
}

/** A transaction's part: records, and the position that is committed with them. */
export interface Portion {
  readonly records: readonly OutgoingRecord[];
  readonly sizeBytes: number;
  readonly after: RelayPosition;
}

export type RecordVerdict = 'published' | 'nothing-public' | 'superseded' | 'repeated';

/** Result of reading a record. An unreadable one does not advance the position. */
export type Reading = { readonly kind: RecordVerdict } | Unreadable;

export class SourcePartition {
  #pending: Pending[] = [];
  #pendingBytes = 0;
  #pendingEnds = 0;
  #committedOffset: number;
  #position: RelayPosition;

  constructor(
    readonly partition: number,
    from: RelayPosition,
    private readonly published: PublishedWindow,
  ) {
    this.#position = from;
    this.#committedOffset = from.offset;
  }

  get position(): RelayPosition {
    return this.#position;
  }

  get pendingRecords(): number {
    return this.#pending.length;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Pending ends of executions, for which callers wait. */
  get pendingEnds(): number {
    return this.#pendingEnds;
  }

  /** Ledger records read since the last commit. */
  get uncommittedRecords(): number {
    return this.#position.offset - this.#committedOffset;
  }

  /** Reads the partition's next record. `newer` is never passed, `poison` only with `pass`. */
  read(record: ReceivedRecord): Reading {
    const reading = readLedgerRecord(this.#position.claimInForce, record);
    if (reading.kind === 'newer' || reading.kind === 'poison') return reading;
    this.#position = { offset: record.offset + 1, claimInForce: reading.claimInForce };
    if (reading.kind !== 'event') return reading;
    const key = publicationKeyOf(reading.event);
    const outgoing = publicRecordOf(reading.event, record);
    if (key === null || outgoing === null) return { kind: 'nothing-public' };
    if (!this.published.isNew(key, record.offset)) return { kind: 'repeated' };
    const sizeBytes = outgoing.value?.length ?? 0;
    this.#pending.push({ record: outgoing, sizeBytes, after: this.#position });
    this.#pendingBytes += sizeBytes;
    if (isEnd(outgoing)) this.#pendingEnds += 1;
    return { kind: 'published' };
  }

  /** Moves past a record that is safe in the poison topic. */
  pass(record: ReceivedRecord): void {
    const { claimInForce } = readLedgerRecord(this.#position.claimInForce, record);
    this.#position = { offset: record.offset + 1, claimInForce };
  }

  /**
   * Takes the first pending records that fit; if all, the position is that of the last record read.
   * They stop being pending even if the transaction fails: then the partition is read again.
   * @param atLeastOne the first record fits whatever its size
   * @returns null when nothing fits
   */
  take(maxBytes: number, atLeastOne: boolean): Portion | null {
    let sizeBytes = 0;
    let count = 0;
    for (const pending of this.#pending) {
      if (sizeBytes + pending.sizeBytes > maxBytes && !(atLeastOne && count === 0)) break;
      sizeBytes += pending.sizeBytes;
      count += 1;
    }
    const taken = this.#pending.slice(0, count);
    this.#pending = this.#pending.slice(count);
    this.#pendingBytes -= sizeBytes;
    const records = taken.map(({ record }) => record);
    this.#pendingEnds -= records.filter(isEnd).length;
    const after = this.#pending.length === 0 ? this.#position : taken.at(-1)?.after;
    return after === undefined ? null : { records, sizeBytes, after };
  }

  committed({ offset }: RelayPosition): void {
    this.#committedOffset = offset;
  }
}

const isEnd = ({ topic }: OutgoingRecord): boolean => topic === topics.completed;
