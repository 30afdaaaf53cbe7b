/**
 * Executions of a partition known to have ended, so that repeats of their records are recognised.
 */
import { RecentIds } from './recent-ids.js';

/**
 * Ends kept in memory. An unanswered appender re-sends unmarked within its time limit of 10 s, so
 * such a repeat is at most this far behind the first. Later repeats are marked as repeats.
 */
const rememberedEnds = 10_000;

export class EndedExecutions {
  /** Ended before the takeover. Unbounded: each is kept until its request is read again. */
  readonly #before: Set<string>;
  readonly #here = new RecentIds(rememberedEnds);

  constructor(before: Iterable<string>) {
    this.#before = new Set(before);
  }

  has(executionId: string): boolean {
    return this.#here.has(executionId) || this.#before.has(executionId);
  }

  /** Its request was re-read; it may now age out of the bounded set. */
  read(executionId: string): void {
    if (this.#before.delete(executionId)) this.add(executionId);
  }

  add(executionId: string): void {
    this.#here.add(executionId);
  }
}
