/** The low watermark of one partition: what may be committed while records finish out of order. Pure. */
export class OffsetTracker {
  /** Insertion order is offset order: records are admitted in order. */
  readonly #open = new Set<number>();
  #next: number | null = null;

  /** False for a record that was admitted before: a batch that came again. */
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

  /** Everything below it is settled; null before the first record. */
  get committable(): number | null {
    for (const oldest of this.#open) return oldest;
    return this.#next;
  }
}
