/**
 * Slows down callers that try API keys. Each address may send some wrong keys a minute; further
 * ones are refused without a look into the database. Keys that worked here before still work from
 * there, because others may share the address. Counts are per process and in memory: an attacker
 * gets the number once from each process.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import { CONFIG, LOGGER, Metrics, RepeatedFailures } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ApiError } from '../errors/api-error.js';
import { networkOf } from '../http/client-address.js';

const windowMs = 60_000;
/** An attacker with more networks than this starts again with each. */
const maxNetworks = 10_000;

/**
 * `missing`: no key; `unknown`: no such key; `ended`: revoked, expired or of a removed member;
 * `address`: not allowed from there; `limited`: not looked up.
 */
type FailureReason = 'missing' | 'unknown' | 'ended' | 'address' | 'limited';

interface Window {
  failures: number;
  readonly endsAtMs: number;
}

@Injectable()
export class WrongKeys {
  readonly #windows = new LRUCache<string, Window>({ max: maxNetworks });
  readonly #lines = new RepeatedFailures();
  readonly #limit: number;
  readonly #count: (reason: FailureReason) => void;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'FLOWLEDGER_WRONG_KEYS_PER_MINUTE'>,
    @Inject(Metrics) metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.#limit = config.FLOWLEDGER_WRONG_KEYS_PER_MINUTE;
    const failures = metrics.counter(
      'flowledger_auth_failures_total',
      'Requests refused because of their API key, by reason',
      ['reason'],
    );
    this.#count = (reason) => failures.inc({ reason });
  }

  /** Counts a failure that says nothing about guessing. */
  count(reason: FailureReason): void {
    this.#count(reason);
  }

  /** @returns the refusal of keys that never worked here; null while the address may try more */
  refusalFor(address: string, nowMs = performance.now()): ApiError | null {
    if (this.#windows.size === 0) return null;
    const window = this.#current(networkOf(address), nowMs);
    if (window === undefined || window.failures < this.#limit) return null;
    const seconds = Math.ceil((window.endsAtMs - nowMs) / 1_000);
    return new ApiError(
      429,
      'TOO_MANY_WRONG_KEYS',
      `${this.#limit} wrong API keys came from this address within a minute. Correct the key and try again in ${seconds} s`,
      undefined,
      { 'retry-after': String(seconds) },
    );
  }

  /** Counts a wrong key from this address. */
  note(address: string, reason: 'unknown' | 'ended', nowMs = performance.now()): void {
    this.count(reason);
    const network = networkOf(address);
    const window = this.#current(network, nowMs) ?? { failures: 0, endsAtMs: nowMs + windowMs };
    window.failures += 1;
    this.#windows.set(network, window);
    if (window.failures === this.#limit) this.#report(network);
  }

  #current(network: string, nowMs: number): Window | undefined {
    const window = this.#windows.get(network);
    return window === undefined || window.endsAtMs <= nowMs ? undefined : window;
  }

  #report(network: string): void {
    const more = this.#lines.note('wrong keys');
    if (more === null) return;
    const details = { code: 'WRONG_KEYS_LIMITED', network, wrongKeys: this.#limit, more };
    this.logger.warn(details, 'further unknown API keys from this address wait for a minute');
  }
}
