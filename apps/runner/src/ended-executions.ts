/** Which executions of a partition are known to have ended, so that a request or an order that comes again is recognised. */
import { RecentIds } from './recent-ids.js';

/**
 * Of those that ended here. An appender that was not answered sends again within its time limit, 10 s, and does not know that it does: the
 * repeat stands so far behind the first. Who repeats a request later says so in it.
 */
const rememberedEnds = 10_000;

export class EndedExecutions {
  /** Ended before the takeover: kept until their request is read again, however many they are. */
  readonly #before: Set<string>;
  readonly #here = new RecentIds(rememberedEnds);

  constructor(before: Iterable<string>) {
    this.#before = new Set(before);
  }

  has(executionId: string): boolean {
    return this.#here.has(executionId) || this.#before.has(executionId);
  }

  /** Its request has been read: from now on it is one of many. */
  read(executionId: string): void {
    if (this.#before.delete(executionId)) this.add(executionId);
  }

  add(executionId: string): void {
    this.#here.add(executionId);
  }
}
