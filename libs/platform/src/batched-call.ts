/**
 * Group commit for any call: items that arrive while a call is running form the next call. A single
 * item goes at once; under load calls grow instead of queueing. Where nothing waits for the answer,
 * a pause between calls under load (`gatherMs`) makes them larger still. A pause before each call
 * (`leadMs`) turns many single items into few calls.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (output: O) => void;
  readonly reject: (error: unknown) => void;
}

export class BatchedCall<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #maxItems: number;
  readonly #gatherMs: number;
  readonly #leadMs: number;
  #waiting: Waiting<I, O>[] = [];
  #running: Promise<void> | null = null;

  /**
   * @param run returns outputs in the order of its items; when it rejects, all of them reject
   * @param gatherMs pause after a call that had several items, unless the next one is full already
   * @param leadMs pause before a call that is not full, also before the first
   */
  constructor(
    run: (items: readonly I[]) => Promise<readonly O[]>,
    maxItems: number,
    gatherMs = 0,
    leadMs = 0,
  ) {
    this.#run = run;
    this.#maxItems = maxItems;
    this.#gatherMs = gatherMs;
    this.#leadMs = leadMs;
  }

  call(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#flushAll();
    });
  }

  /** Resolves when all items received so far are finished. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #flushAll(): Promise<void> {
    // Waits for the next round of the event loop, so that all items of one fetch go together.
    await setImmediate();
    while (this.#waiting.length > 0) {
      if (this.#leadMs > 0 && this.#waiting.length < this.#maxItems) await sleep(this.#leadMs);
      const batch = this.#waiting.slice(0, this.#maxItems);
      this.#waiting = this.#waiting.slice(batch.length);
      try {
        const outputs = await this.#run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as O);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      if (this.#gatherMs > 0 && batch.length > 1 && this.#waiting.length < this.#maxItems)
        await sleep(this.#gatherMs);
    }
    this.#running = null;
  }
}
