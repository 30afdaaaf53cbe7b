/**
 * A limit per clock minute that several instances share, at a cost of far less than one store access per call: tokens are debited
 * in the store first, in blocks, and spent locally. The block grows while calls come fast (up to 2 % of the limit) and is 1 for
 * quiet accounts. Whatever the interleaving, all instances together never spend more than the limit in one window: a token is
 * spent only after its debit and in the window it was debited in, and debits beyond the limit grant nothing. Windows are clock
 * minutes with an entry of their own in the store, so that instances whose clocks differ can't end each other's.
 */

import { rateWindowEndOf } from '@libs/persistence';

/**
 * Adds points to the window that ends at `endsAt` (milliseconds since the epoch), atomically, and gives all points debited in
 * it by all instances, these included; may exceed the limit. Rejects when the store does not answer.
 */
export type DebitStore = (endsAt: number, points: number) => Promise<number>;

export interface WindowState {
  readonly limit: number;
  /** Never above the limit. What other instances took since the last look is not known yet. */
  readonly remaining: number;
  readonly resetAt: Date;
}

const maxBlockShare = 0.02;
/** A refill that follows the last one sooner than this doubles the block, one later than eight times this halves it. */
const busyRefillMs = 500;
/** Below it the next debit is not worth starting early. */
const smallestEarlyBlock = 8;

interface Waiter {
  resolve(allowed: boolean): void;
  reject(error: unknown): void;
}

export class LeasedWindow {
  #endsAt = 0;
  #consumed = 0;
  #unspent = 0;
  #block = 1;
  #lastRefillAt = 0;
  #refilling = false;
  readonly #waiters: Waiter[] = [];

  constructor(
    private readonly debit: DebitStore,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Spends one token.
   * @returns false when the limit is reached until the window ends; at once, without a promise, when that is known here
   * @throws (rejects) what the store throws: no answer is not a free pass
   */
  take(limit: number): boolean | Promise<boolean> {
    this.#enterWindow();
    if (this.#unspent > 0) {
      this.#unspent -= 1;
      this.#refillEarly(limit);
      return true;
    }
    if (this.#consumed >= limit) return false;
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      if (!this.#refilling) void this.#refill(limit);
    });
  }

  /** What a read of the store has shown; what a later debit has shown wins. */
  observe(endsAt: number, consumed: number): void {
    this.#enterWindow();
    if (endsAt === this.#endsAt) this.#consumed = Math.max(this.#consumed, consumed);
  }

  state(limit: number): WindowState {
    this.#enterWindow();
    return {
      limit,
      remaining: Math.min(limit, Math.max(0, limit - this.#consumed) + this.#unspent),
      resetAt: new Date(this.#endsAt),
    };
  }

  /** Tokens of a window that has ended are worth nothing. */
  #enterWindow(): void {
    const endsAt = rateWindowEndOf(this.now());
    if (endsAt === this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#consumed = 0;
    this.#unspent = 0;
  }

  /** Starts the next debit before the last token is gone, so that a busy account never waits for the store. */
  #refillEarly(limit: number): void {
    const enough = this.#block < smallestEarlyBlock || this.#unspent > this.#block / 4;
    if (!enough && !this.#refilling && this.#consumed < limit) void this.#refill(limit);
  }

  #nextBlock(limit: number): number {
    const sinceLastMs = this.now() - this.#lastRefillAt;
    const largest = Math.max(1, Math.floor(limit * maxBlockShare));
    if (sinceLastMs < busyRefillMs) this.#block *= 2;
    else if (sinceLastMs > busyRefillMs * 8) this.#block = Math.ceil(this.#block / 2);
    this.#block = Math.min(largest, this.#block);
    this.#lastRefillAt = this.now();
    return Math.max(this.#block, Math.min(this.#waiters.length, limit));
  }

  async #refill(limit: number): Promise<void> {
    this.#refilling = true;
    try {
      do {
        this.#enterWindow();
        const [endsAt, points] = [this.#endsAt, this.#nextBlock(limit)];
        const consumed = await this.debit(endsAt, points);
        this.#enterWindow();
        if (endsAt === this.#endsAt) {
          this.#consumed = Math.max(this.#consumed, consumed);
          this.#unspent += Math.max(0, Math.min(points, limit - (consumed - points)));
        }
        this.#serve(limit);
      } while (this.#waiters.length > 0);
    } catch (error) {
      for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
    } finally {
      this.#refilling = false;
    }
  }

  #serve(limit: number): void {
    while (this.#unspent > 0 && this.#waiters.length > 0) {
      this.#unspent -= 1;
      this.#waiters.shift()?.resolve(true);
    }
    if (this.#consumed < limit) return;
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(false);
  }
}
