/** Work that comes one by one and is done in batches: what comes while one is under way is the next. */

const maxBatch = 500;

export class Gathered<T> {
  #waiting: T[] = [];
  #working: Promise<void> | null = null;

  /** @param act must not reject */
  constructor(private readonly act: (batch: readonly T[]) => Promise<void>) {}

  push(item: T): void {
    this.#waiting.push(item);
    this.#work();
  }

  /** Resolves when all that came so far is through. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  #work(): void {
    this.#working ??= this.#next().finally(() => {
      this.#working = null;
      if (this.#waiting.length > 0) this.#work();
    });
  }

  async #next(): Promise<void> {
    // What comes in the same tick goes along.
    await Promise.resolve();
    await this.act(this.#waiting.splice(0, maxBatch));
  }
}
