/** The tokens of one call, from several windows: it gets all of them or none. */
import type { ApiError } from '../errors/api-error.js';
import type { LeasedWindow, Tokens } from './leased-window.js';
import { rateLimited } from './limit-refusals.js';

export interface WantedTokens {
  readonly window: LeasedWindow;
  readonly limit: number;
  readonly points: number;
  /** The limit in words, for a refusal. */
  readonly what: string;
}

const refusal = ({ window, limit, what }: WantedTokens): ApiError =>
  rateLimited(window.state(limit), what);

/** @throws ApiError 429 when a limit is known to be reached; takes nothing */
export function refuseUsedUp(wanted: readonly WantedTokens[]): void {
  for (const one of wanted) if (!one.window.mayTake(one.limit, one.points)) throw refusal(one);
}

export class Admission {
  readonly #taken: (readonly [window: LeasedWindow, tokens: Tokens])[] = [];

  /** @throws ApiError 429 `RATE_LIMITED`, or the store's error; then nothing is taken */
  static async of(wanted: readonly WantedTokens[]): Promise<Admission> {
    // Before any other window is touched.
    refuseUsedUp(wanted);
    const admission = new Admission();
    try {
      for (const one of wanted) await admission.#take(one);
    } catch (error) {
      admission.giveBack();
      throw error;
    }
    return admission;
  }

  /** For a call that turns out to need none. */
  giveBack(): void {
    for (const [window, tokens] of this.#taken.splice(0)) window.giveBack(tokens);
  }

  async #take(wanted: WantedTokens): Promise<void> {
    const { window, limit, points } = wanted;
    const tokens = await window.take(limit, points);
    if (tokens === null) throw refusal(wanted);
    this.#taken.push([window, tokens]);
  }
}
