/** Low watermark of one partition: the offset to commit while records finish out of order. Pure. */
export class OffsetTracker {
  /** Insertion order is offset order: records are admitted in order. */
  readonly #open = new Set<number>();
  #next: number | null = null;

  /** False when the record was admitted before, because its batch was fetched again. */
  admit(offset: number): boolean {
    if (this.#next !== null && offset < this.#next) return false;
    this.#open.add(offset);
    this.#next = offset + 1;
    return true;
  }

  settle(offset: number): void {
    this.#open.delete(offset);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** All offsets below it are settled; null before the first record. */
  get committable(): number | null {
    for (const oldest of this.#open) return oldest;
    return this.#next;
  }
}
