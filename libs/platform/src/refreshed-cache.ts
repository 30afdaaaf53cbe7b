/**
 * Answers that are kept for a while and asked for anew before that while is over, beside their use: nobody waits for what is in
 * steady use, and nobody gets an answer that is older.
 */
import { LRUCache } from 'lru-cache';

export class RefreshedCache<V extends object> {
  readonly #kept: LRUCache<string, V>;
  readonly #asking = new Map<string, Promise<V | null>>();

  /** @param keptForMs the oldest answer that anybody gets; one that is used at half that age is asked for anew */
  constructor(
    max: number,
    private readonly keptForMs: number,
  ) {
    this.#kept = new LRUCache({ max, ttl: keptForMs });
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
    if (this.#kept.getRemainingTTL(key) < this.keptForMs / 2)
      // Who comes when it is kept no longer hears what went wrong.
      this.#ask(key, ask).catch(() => undefined);
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
