/**
 * Answers that are kept for a while and asked for anew before that while is over, beside their use: nobody waits for what is in
 * steady use, and nobody gets an answer that is older.
 */
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';

/** At this share of its age an answer is asked for anew. */
const freshFor = 3 / 4;
/** Whoever was given an answer is done with it first: on few cores the question would slow down the request that gave rise to it. */
const askAfterMs = 5;

export class RefreshedCache<V extends object> {
  readonly #kept: LRUCache<string, V>;
  readonly #asking = new Map<string, Promise<V | null>>();

  /** @param keptForMs the oldest answer that anybody gets; one that is used at three quarters of that age is asked for anew */
  constructor(
    max: number,
    private readonly keptForMs: number,
  ) {
    // Resolution 0 asks the clock; otherwise it remembers the time with a timer, every millisecond anew (10 µs).
    this.#kept = new LRUCache({ max, ttl: keptForMs, ttlResolution: 0 });
  }

  /**
   * @param ask for the answer; null is not kept, and what was kept is gone. Callers that come at once share one call.
   *   Rejects for who waits for it; the answer that is kept stays until it is too old.
   */
  get(key: string, ask: () => Promise<V>): Promise<V>;
  get(key: string, ask: () => Promise<V | null>): Promise<V | null>;
  async get(key: string, ask: () => Promise<V | null>): Promise<V | null> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#ask(key, ask);
    if (this.#kept.getRemainingTTL(key) < this.keptForMs * (1 - freshFor))
      // Who comes when it is kept no longer hears what went wrong.
      this.#ask(key, () => delay(askAfterMs).then(ask)).catch(() => undefined);
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
