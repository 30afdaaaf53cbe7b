/**
 * Rate limits and usage of accounts, shared by all api instances through Postgres (table
 * rate_limit). A store that does not answer means 503, never a free pass.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import {
  type AccountLimits,
  billingPeriodOf,
  type Database,
  limitsOf,
  type Plan,
  rateWindowEndOf,
  rateWindowKey,
  type RateWindowKind,
  rateWindowMs,
} from '@libs/persistence';
import { CONFIG, DATABASE, RefreshedCache } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { LeasedWindow, type WindowState } from './leased-window.js';
import { readLimitsSql } from './limits.sql.js';
import { type LimitsBlock, limitsBlockOf } from './limits.schemas.js';

export type ExecutionMode = 'sync' | 'async';

const maxWindows = 30_000;
const maxReads = 10_000;
/** How old the numbers of the limits block may be. */
const readKeptForMs = 1_000;
/** LeasedWindow checks the limit; the limiter only counts. */
const noLimit = 2_147_483_647;
/** The operator's calls are of no account. */
const noAccount = '00000000-0000-0000-0000-000000000000';

interface AccountRead {
  readonly currentPeriodCost: number;
}

/** A call of the logs interface: the window after it, and whether it was allowed. */
export interface LogsCall extends WindowState {
  readonly allowed: boolean;
}

@Injectable()
export class RateLimits {
  readonly #counter: RateLimiterPostgres;
  readonly #windows = new LRUCache<string, LeasedWindow>({ max: maxWindows });
  readonly #reads = new RefreshedCache<AccountRead>(maxReads, readKeptForMs);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#counter = new RateLimiterPostgres({
      storeClient: database.pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: '',
      points: noLimit,
      duration: rateWindowMs / 1_000,
    });
  }

  async consumeLogsCall(principal: Principal): Promise<LogsCall> {
    const limit = limitsOf(principal.plan, principal.accountLimits, this.config).logsPerMinute;
    const window = this.#window('logs', principal.accountId);
    const allowed = await window.take(limit);
    return { ...window.state(limit), allowed };
  }

  /** The current window of the logs interface, without counting. */
  logsWindow({ accountId, plan, accountLimits }: Principal): WindowState {
    const { logsPerMinute } = limitsOf(plan, accountLimits, this.config);
    return this.#window('logs', accountId).state(logsPerMinute);
  }

  /**
   * Counts one call with the operator's key.
   * @throws ApiError 429 `RATE_LIMITED` with Retry-After
   */
  async consumeOperatorCall(): Promise<void> {
    const limit = this.config.FLOWLEDGER_OPERATOR_CALLS_PER_MINUTE;
    const window = this.#window('operator', noAccount);
    if (!(await window.take(limit)))
      throw rateLimited(window.state(limit), `${limit} calls of the operator API per minute`);
  }

  /**
   * Counts one execution before it is admitted. Usage is a projected value at least a second old,
   * so an account may overshoot its limit by the cost of executions that ran since.
   * @throws ApiError 402 `USAGE_EXCEEDED`, 429 `RATE_LIMITED` with Retry-After
   */
  async consumeExecution(
    accountId: string,
    plan: Plan,
    own: AccountLimits,
    mode: ExecutionMode,
  ): Promise<void> {
    const limits = limitsOf(plan, own, this.config);
    const currentPeriodCost = await this.#costOf(accountId);
    if (currentPeriodCost >= limits.usageLimitUsd) throw usageExceeded(limits.usageLimitUsd);
    const limit =
      mode === 'sync' ? limits.syncExecutionsPerMinute : limits.asyncExecutionsPerMinute;
    const window = this.#window(mode, accountId);
    const taken = window.take(limit);
    if (taken === true || (await taken)) return;
    throw rateLimited(window.state(limit), `${limit} ${mode}hronous executions per minute`);
  }

  /** The `limits` of each logs answer (spec 2.3). At most two reads per account and second. */
  async limitsBlock(principal: Principal): Promise<LimitsBlock> {
    const { accountId, plan, accountLimits } = principal;
    const currentPeriodCost = await this.#costOf(accountId);
    const limits = limitsOf(plan, accountLimits, this.config);
    return limitsBlockOf({
      plan,
      limits,
      sync: this.#window('sync', accountId).state(limits.syncExecutionsPerMinute),
      async: this.#window('async', accountId).state(limits.asyncExecutionsPerMinute),
      currentPeriodCost,
    });
  }

  #window(kind: RateWindowKind, accountId: string): LeasedWindow {
    const key = `${kind}:${accountId}`;
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = new LeasedWindow(
        async (endsAt, points) =>
          (await this.#counter.penalty(rateWindowKey(kind, accountId, endsAt), points))
            .consumedPoints,
      );
      this.#windows.set(key, window);
    }
    return window;
  }

  async #costOf(accountId: string): Promise<number> {
    const { currentPeriodCost } = await this.#reads.get(accountId, () => this.#read(accountId));
    return currentPeriodCost;
  }

  async #read(accountId: string): Promise<AccountRead> {
    const now = new Date();
    const endsAt = rateWindowEndOf(now.getTime());
    const rowKeys = new Map(
      (['sync', 'async'] as const).map((kind) => [rateWindowKey(kind, accountId, endsAt), kind]),
    );
    const { rows } = await this.database.pool.query<{ key: string; value: number }>({
      name: 'read-limits',
      text: readLimitsSql,
      values: [[...rowKeys.keys()], accountId, billingPeriodOf(now)],
    });
    let currentPeriodCost = 0;
    for (const { key, value } of rows) {
      const kind = rowKeys.get(key);
      if (kind === undefined) currentPeriodCost = value;
      else this.#window(kind, accountId).observe(endsAt, value);
    }
    return { currentPeriodCost };
  }
}

const usageExceeded = (limitUsd: number): ApiError =>
  new ApiError(
    402,
    'USAGE_EXCEEDED',
    `The account has used its ${limitUsd} USD of this month; executions can start again next month`,
  );

/** The response headers of spec 8. */
export const rateHeadersOf = ({ limit, remaining, resetAt }: WindowState) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': resetAt.toISOString(),
});

/** 429 with the seconds until the window ends. */
export function rateLimited(state: WindowState, what: string): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((state.resetAt.getTime() - Date.now()) / 1_000));
  return new ApiError(
    429,
    'RATE_LIMITED',
    `The limit of ${what} was reached; try again later`,
    undefined,
    {
      'retry-after': String(retryAfterSeconds),
    },
  );
}
