/**
 * The windows of rate limits that this process has in use. All api processes count in the table
 * rate_limit.
 */
import { type Database, rateWindowKey, type RateWindowKind, rateWindowMs } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { type BlockSize, LeasedWindow } from './leased-window.js';

const maxWindows = 50_000;
/** LeasedWindow checks the limit; the limiter only counts. */
const noLimit = 2_147_483_647;

/** Answers report these, so they are exact. */
const reported: ReadonlySet<RateWindowKind> = new Set(['logs', 'pages', 'sync', 'async']);
const blockSizeOf = (kind: RateWindowKind): BlockSize =>
  reported.has(kind) ? 'growing' : 'largest';

export class SharedWindows {
  readonly #counter: RateLimiterPostgres;
  readonly #ofAccounts = new LRUCache<string, LeasedWindow>({ max: maxWindows });
  /** Apart from the others: a flood from many addresses must not displace those in use. */
  readonly #ofAddresses = new LRUCache<string, LeasedWindow>({ max: maxWindows });

  constructor(pool: Database['pool']) {
    this.#counter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: '',
      points: noLimit,
      duration: rateWindowMs / 1_000,
      // It would delete any number of rows in one statement; see expired-windows.ts.
      clearExpiredByTimeout: false,
    });
  }

  /** @param id what the kind counts by; see `RateWindowKind` */
  of(kind: RateWindowKind, id: string): LeasedWindow {
    const windows = kind === 'address' ? this.#ofAddresses : this.#ofAccounts;
    const key = `${kind}:${id}`;
    let window = windows.get(key);
    if (window === undefined) {
      window = new LeasedWindow(
        async (endsAt, points) =>
          (await this.#counter.penalty(rateWindowKey(kind, id, endsAt), points)).consumedPoints,
        blockSizeOf(kind),
      );
      windows.set(key, window);
    }
    return window;
  }
}
