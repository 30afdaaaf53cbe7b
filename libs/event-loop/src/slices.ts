/**
 * Lets work that takes long take turns, one slice in each round of the event loop: what comes in from outside is served between any
 * two slices, however many want one.
 */
export class Slices {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    this.#waiting.shift()?.();
    // Not before the slice is over: what was resolved goes on as soon as this returns.
    if (this.#waiting.length > 0) setImmediate(this.#begin);
  };
}
