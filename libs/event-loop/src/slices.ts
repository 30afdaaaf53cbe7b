/**
 * Gives long work one slice per round of the event loop. Input and output are served between any
 * two slices, however many callers wait.
 */
export class Slices {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the caller's slice begins. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#begin);
    });
  }

  readonly #begin = (): void => {
    this.#waiting.shift()?.();
    // Only the next round: the resolved caller runs its slice as soon as this returns.
    if (this.#waiting.length > 0) setImmediate(this.#begin);
  };
}
