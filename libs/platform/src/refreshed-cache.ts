/**
 * A cache that refreshes answers in use before they expire. Callers never wait for an answer in
 * steady use, and never get an expired one.
 */
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer used at this share of its maximum age is refreshed. */
const freshFor = 3 / 4;
/** Refreshes wait for the caller to finish: on few cores they would slow down its request. */
const askAfterMs = 5;

export class RefreshedCache<V extends object> {
  readonly #kept: LRUCache<string, V>;
  readonly #asking = new Map<string, Promise<V | null>>();

  /**
   * @param keptForMs maximum age of an answer; one used at three quarters of that age is refreshed
   */
  constructor(
    max: number,
    private readonly keptForMs: number,
  ) {
    // Resolution 0 reads the clock each time. Otherwise lru-cache sets a timer every millisecond
    // (10 µs each).
    this.#kept = new LRUCache({ max, ttl: keptForMs, ttlResolution: 0 });
  }

  /**
   * @param ask fetches the answer; null is not kept and removes a kept answer. Concurrent callers
   * share one call. A failure rejects for waiting callers; a kept answer stays until it expires.
   */
  get(key: string, ask: () => Promise<V>): Promise<V>;
  get(key: string, ask: () => Promise<V | null>): Promise<V | null>;
  async get(key: string, ask: () => Promise<V | null>): Promise<V | null> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#ask(key, ask);
    if (this.#kept.getRemainingTTL(key) < this.keptForMs * (1 - freshFor))
      // If the refresh keeps failing, the first caller after expiry gets the error.
      this.#ask(key, () => sleep(askAfterMs).then(ask)).catch(() => undefined);
    return kept;
  }

  #ask(key: string, ask: () => Promise<V | null>): Promise<V | null> {
    const running = this.#asking.get(key);
    if (running !== undefined) return running;
    const started = ask()
      .then((answer) => {
        if (answer === null) this.#kept.delete(key);
        else this.#kept.set(key, answer);
        return answer;
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, started);
    return started;
  }
}

/**
 * Callers share an answer that is being made or was just made, so a flood of callers costs as much
 * as one.
 * @param keepMs how long a finished answer is reused
 */
export function sharedCall<T>(make: () => Promise<T>, keepMs = 0): () => Promise<T> {
  let current: { readonly answer: Promise<T>; until: number } | null = null;
  return () => {
    if (current !== null && performance.now() < current.until) return current.answer;
    const made = { answer: make(), until: Infinity };
    const ended = (ms: number) => () => void (made.until = performance.now() + ms);
    made.answer.then(ended(keepMs), ended(0));
    current = made;
    return made.answer;
  };
}
