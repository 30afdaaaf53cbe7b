/**
 * The end of one ledger partition, as its owner knows it. An end written after another runner's
 * late claim is void although it was acknowledged. So what the owner wrote counts only once the
 * ledger has been read past it, from the owner's claim on and without another claim (decision 17).
 */
import type { LedgerWriter } from './ledger-writer.js';

interface Awaited {
  readonly writtenTo: number;
  readonly act: () => void;
}

export class LedgerTail {
  #offset: number;
  #readTo: number;
  /** Ordered by `writtenTo`. */
  #awaited: Awaited[] = [];
  #isLost = false;

  /** @param onAwaited something waits until the ledger has been read further */
  constructor(
    private readonly writer: Pick<LedgerWriter, 'acknowledgedTo' | 'claimOffset'>,
    private readonly onAwaited: () => void,
  ) {
    this.#offset = this.#readTo = writer.claimOffset + 1;
  }

  /** The partition is known to reach this offset. */
  get offset(): number {
    return this.#offset;
  }

  advance(nextOffset: number): void {
    this.#offset = Math.max(this.#offset, nextOffset);
  }

  /** The ledger was read up to here without another claim. */
  read(nextOffset: number): void {
    this.#readTo = nextOffset;
    this.advance(nextOffset);
    const still = this.#awaited.findIndex(({ writtenTo }) => writtenTo > nextOffset);
    const confirmed = this.#awaited.splice(0, still === -1 ? this.#awaited.length : still);
    for (const { act } of confirmed) act();
  }

  /** Everything that this owner has written so far is before this offset. */
  get writtenTo(): number {
    return this.writer.acknowledgedTo;
  }

  /** Everything before this offset has been read without another claim. */
  isRead(offset: number): boolean {
    return offset <= this.#readTo;
  }

  /** Everything written so far has been read back. */
  get isConfirmed(): boolean {
    return this.isRead(this.writtenTo);
  }

  /** Something waits for the ledger to be read further. */
  get isAwaited(): boolean {
    return this.#awaited.length > 0;
  }

  /**
   * Calls `act` once everything written so far is confirmed; never if the partition is lost first.
   */
  whenConfirmed(act: () => void): void {
    if (this.#isLost) return;
    if (this.isConfirmed) {
      act();
      return;
    }
    this.#awaited.push({ writtenTo: this.writtenTo, act });
    this.onAwaited();
  }

  /** Drops waiting entries: they are void, or the next owner acts on them. */
  lose(): void {
    this.#isLost = true;
    this.#awaited = [];
  }
}

/** Changes with every write; taken when all writes were read back. */
export class Confirmed<T> {
  #confirmed: T;
  #next: T;
  /** All that had been written when `#next` was taken. */
  #writtenTo: number;

  constructor(
    private readonly tail: LedgerTail,
    private readonly take: () => T,
  ) {
    this.#confirmed = this.#next = take();
    this.#writtenTo = tail.writtenTo;
  }

  value(): T {
    if (!this.tail.isRead(this.#writtenTo)) return this.#confirmed;
    this.#confirmed = this.#next;
    this.#next = this.take();
    this.#writtenTo = this.tail.writtenTo;
    if (this.tail.isConfirmed) this.#confirmed = this.#next;
    return this.#confirmed;
  }
}
