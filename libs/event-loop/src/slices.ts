/**
 * Parsing, encoding or masking ten megabytes takes up to 100 ms of CPU. Each such step over a large
 * value runs alone in one round of the event loop, across the whole process (decision 21).
 */

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

/** In bytes or characters. */
export const largeFrom = 256 * 1_024;

/** One per process: computing executions and large values share its slices. */
export const slices = new Slices();

export const isLarge = (length: number): boolean => length >= largeFrom;

/** Null when no slice is needed; otherwise resolves when the caller's slice begins. */
export const ownTurn = (length: number): Promise<void> | null =>
  isLarge(length) ? slices.next() : null;

/** Maps a long list in several rounds of the event loop. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T, at: number) => R,
  itemsPerTurn: number,
): Promise<R[]> {
  const results: R[] = [];
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % itemsPerTurn === 0) await slices.next();
    results.push(map(item, at));
  }
  return results;
}

/** Time of one turn; the step that passes it ends the turn. */
const msPerTurn = 10;

/** Runs steps to their end: as many in each round of the event loop as its time allows. */
export async function runInTurns<T>(
  steps: Generator<void, T, void>,
  now: () => number = () => performance.now(),
): Promise<T> {
  for (;;) {
    const begunAt = now();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (now() - begunAt < msPerTurn);
    await slices.next();
  }
}
