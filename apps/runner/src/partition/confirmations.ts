/**
 * Actions that wait until an end is known to be true. An end written after another runner's late
 * claim is void although it was acknowledged. So the ledger must first be read past the end
 * (decision 17).
 */
interface Awaited {
  readonly writtenTo: number;
  readonly act: () => void;
}

export class Confirmations {
  /** Ordered by `writtenTo`. */
  #awaited: Awaited[] = [];

  get isEmpty(): boolean {
    return this.#awaited.length === 0;
  }

  /** @param writtenTo offset after what must be confirmed; never less than in the previous call */
  add(writtenTo: number, act: () => void): void {
    this.#awaited.push({ writtenTo, act });
  }

  /** The ledger was read up to here without a foreign claim. */
  read(nextOffset: number): void {
    const still = this.#awaited.findIndex(({ writtenTo }) => writtenTo > nextOffset);
    const confirmed = this.#awaited.splice(0, still === -1 ? this.#awaited.length : still);
    for (const { act } of confirmed) act();
  }

  /** Drops what waits: it is void, or the next owner acts on it. */
  drop(): void {
    this.#awaited = [];
  }
}
