/** Which executions of a partition are known to have ended, so that a request or an order that comes again is recognised. */

/** Ids of those that ended here, the last ones only, kept to recognise a request that was sent twice. */
const rememberedEnds = 5_000;

export class EndedExecutions {
  /** Ended before the takeover: kept until their request is read again, however many they are. */
  readonly #before: Set<string>;
  readonly #here = new Set<string>();

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
    const oldest = this.#here.size > rememberedEnds ? this.#here.values().next().value : undefined;
    if (oldest !== undefined) this.#here.delete(oldest);
  }
}
