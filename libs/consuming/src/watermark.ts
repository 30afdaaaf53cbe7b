/**
 * The low watermark of one partition: the oldest open record, while records finish out of order.
 * Each open record keeps the position that was given at its admission. Pure.
 */
export class Watermark<P = null> {
  /** Insertion order is offset order, because records are admitted in order. */
  readonly #open = new Map<number, P>();
  #next: number;
  #position: P;

  /**
   * @param start offset of the first record to be admitted
   * @param position while none is
   */
  constructor(start: number, position: P) {
    this.#next = start;
    this.#position = position;
  }

  /**
   * @param position never decreases
   * @returns false when it was admitted before, because its batch was fetched again
   */
  admit(offset: number, position: P): boolean {
    if (offset < this.#next) return false;
    this.#open.set(offset, position);
    this.#next = offset + 1;
    this.#position = position;
    return true;
  }

  settle(offset: number): void {
    this.#open.delete(offset);
  }

  /** Offset after the last admitted record. */
  get next(): number {
    return this.#next;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** All offsets below `offset` are settled. */
  current(): { readonly offset: number; readonly position: P } {
    for (const [offset, position] of this.#open) return { offset, position };
    return { offset: this.#next, position: this.#position };
  }
}
