/**
 * A limit per clock minute that instances share, at far less than one store access per call: tokens
 * are debited from the store in blocks (up to 2 % of the limit, 1 for quiet accounts) and spent
 * locally. Instances together never exceed the limit: a token is spent after its debit, in that
 * window only, and debits beyond the limit grant nothing. Each clock minute has its own store
 * entry, so instances with different clocks can't end each other's windows.
 */

import { rateWindowEndOf } from '@libs/persistence';

/**
 * Atomically adds points to the window ending at `endsAt` (epoch ms). Returns all points debited in
 * it by all instances, which may exceed the limit. Rejects when the store does not answer.
 */
export type DebitStore = (endsAt: number, points: number) => Promise<number>;

export interface WindowState {
  readonly limit: number;
  /** Never above the limit. Debits by other instances since the last look are not included yet. */
  readonly remaining: number;
  readonly resetAt: Date;
}

/** Spent tokens, which their owner may give back. */
export interface Tokens {
  /** End of the window that they belong to, epoch ms. */
  readonly endsAt: number;
  readonly points: number;
}

/** `growing`: exact for quiet callers. `largest`: one debit serves them for the whole minute. */
export type BlockSize = 'growing' | 'largest';

const maxBlockShare = 0.02;
/** A refill within this time of the last doubles the block; after 8 × this, it is halved. */
const busyRefillMs = 500;
/** Below this size, an early debit is not worthwhile. */
const smallestEarlyBlock = 8;

interface Waiter {
  readonly points: number;
  resolve(tokens: Tokens | null): void;
  reject(error: unknown): void;
}

export class LeasedWindow {
  #endsAt = 0;
  #consumed = 0;
  #unspent = 0;
  #block = 1;
  #lastRefillAt = 0;
  #refilling = false;
  #waiters: Waiter[] = [];

  constructor(
    private readonly debit: DebitStore,
    private readonly blockSize: BlockSize = 'growing',
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Spends tokens: all of them, or none.
   * @returns null when the limit is reached until the window ends; without a promise if already
   * known
   * @throws (rejects) the store's error: no answer is not a free pass
   */
  take(limit: number, points = 1): Tokens | null | Promise<Tokens | null> {
    this.#enterWindow();
    if (this.#unspent >= points) {
      const tokens = this.#spend(points);
      this.#refillEarly(limit);
      return tokens;
    }
    if (this.#left(limit) < points) return null;
    return new Promise((resolve, reject) => {
      this.#waiters.push({ points, resolve, reject });
      if (!this.#refilling) void this.#refill(limit);
    });
  }

  /** False when the limit is known to be reached. */
  mayTake(limit: number, points = 1): boolean {
    this.#enterWindow();
    return this.#left(limit) >= points;
  }

  /** Returns unused tokens to this instance. Those of an earlier window are void. */
  giveBack({ endsAt, points }: Tokens): void {
    this.#enterWindow();
    if (endsAt === this.#endsAt) this.#unspent += points;
  }

  /** Takes over a reading of the store; a later debit that shows more points wins. */
  observe(endsAt: number, consumed: number): void {
    this.#enterWindow();
    if (endsAt === this.#endsAt) this.#consumed = Math.max(this.#consumed, consumed);
  }

  state(limit: number): WindowState {
    this.#enterWindow();
    return {
      limit,
      remaining: Math.min(limit, this.#left(limit)),
      resetAt: new Date(this.#endsAt),
    };
  }

  /** Discards the tokens when their window has ended. */
  #enterWindow(): void {
    const endsAt = rateWindowEndOf(this.now());
    if (endsAt === this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#consumed = 0;
    this.#unspent = 0;
  }

  /** Tokens that this instance has or can still debit, as far as it knows. */
  #left(limit: number): number {
    return this.#unspent + Math.max(0, limit - this.#consumed);
  }

  #spend(points: number): Tokens {
    this.#unspent -= points;
    return { endsAt: this.#endsAt, points };
  }

  /** Debits before the last token is spent, so a busy account never waits for the store. */
  #refillEarly(limit: number): void {
    const enough = this.#block < smallestEarlyBlock || this.#unspent > this.#block / 4;
    if (!enough && !this.#refilling && this.#consumed < limit) void this.#refill(limit);
  }

  #nextBlock(limit: number): number {
    const sinceLastMs = this.now() - this.#lastRefillAt;
    const largest = Math.max(1, Math.floor(limit * maxBlockShare));
    if (this.blockSize === 'largest') this.#block = largest;
    else if (sinceLastMs < busyRefillMs) this.#block *= 2;
    else if (sinceLastMs > busyRefillMs * 8) this.#block = Math.ceil(this.#block / 2);
    this.#block = Math.min(largest, this.#block);
    this.#lastRefillAt = this.now();
    const waitedFor = this.#waiters.reduce((sum, { points }) => sum + points, -this.#unspent);
    // More than is left would be lost to the other instances.
    return Math.max(this.#block, Math.min(waitedFor, limit - this.#consumed));
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
    const waiting = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiting) {
      if (waiter.points <= this.#unspent) waiter.resolve(this.#spend(waiter.points));
      else if (waiter.points > this.#left(limit)) waiter.resolve(null);
      else this.#waiters.push(waiter);
    }
  }
}
