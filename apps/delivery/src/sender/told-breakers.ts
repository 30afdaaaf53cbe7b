/** Tells a listener when a breaker changes, each state once. No clock of its own, no I/O. */
import { type BreakerState, stateOf } from '../subscriptions/breaker.js';
import type { Lane } from './lane.js';

/** @param openMs for how much longer it stays open; null unless it is open */
export type BreakerListener = (key: string, state: BreakerState, openMs: number | null) => void;

export class ToldBreakers {
  readonly #listener: BreakerListener;
  /** By lane: the state and how often the breaker had opened. Those that are not closed. */
  readonly #told = new Map<string, string>();

  constructor(listener: BreakerListener) {
    this.#listener = listener;
  }

  tell({ key, breaker }: Lane<unknown>, now: number): void {
    const state = stateOf(breaker, now);
    if (state === 'closed') {
      this.close(key);
      return;
    }
    const change = `${state} ${breaker.openings}`;
    if (this.#told.get(key) === change) return;
    this.#told.set(key, change);
    this.#listener(key, state, state === 'open' ? breaker.openUntil - now : null);
  }

  close(key: string): void {
    if (this.#told.delete(key)) this.#listener(key, 'closed', null);
  }

  /** Of lanes that this process may have no more. */
  closeAll(): void {
    for (const key of this.#told.keys()) this.close(key);
  }
}
