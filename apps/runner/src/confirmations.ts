/**
 * What may be done only when an end is known to be true. An end behind somebody's late claim is void although it was acknowledged:
 * the ledger must have been read as far as it (docs/decisions/0017-a-watermark-waits-for-the-ledger-to-be-read.md).
 */
interface Awaited {
  readonly writtenTo: number;
  readonly act: () => void;
}

export class Confirmations {
  /** Ordered: what is written later stands later. */
  #awaited: Awaited[] = [];

  get isEmpty(): boolean {
    return this.#awaited.length === 0;
  }

  /** @param writtenTo offset behind what must be confirmed; never less than that of the call before */
  add(writtenTo: number, act: () => void): void {
    this.#awaited.push({ writtenTo, act });
  }

  /** The ledger was read up to here, and nobody else had claimed it. */
  read(nextOffset: number): void {
    const still = this.#awaited.findIndex(({ writtenTo }) => writtenTo > nextOffset);
    const confirmed = this.#awaited.splice(0, still === -1 ? this.#awaited.length : still);
    for (const { act } of confirmed) act();
  }

  /** Whatever waits is void, or the next owner's. */
  drop(): void {
    this.#awaited = [];
  }
}
