/**
 * Rate limits, usage and storage of accounts, shared by all api instances through Postgres (table
 * rate_limit). A store that does not answer means 503, never a free pass.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import {
  billingPeriodOf,
  type Database,
  limitsOf,
  type PlanLimits,
  rateWindowEndOf,
  rateWindowKey,
} from '@libs/persistence';
import { CONFIG, DATABASE, RefreshedCache } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { Admission, refuseUsedUp } from './admission.js';
import {
  byteTokens,
  type CallingAccount,
  type ExecutionCall,
  executionTokens,
  openLimitOf,
} from './execution-call.js';
import type { LeasedWindow, WindowState } from './leased-window.js';
import { rateLimited, storageExceeded, usageExceeded } from './limit-refusals.js';
import { readLimitsSql } from './limits.sql.js';
import { type LimitsBlock, limitsBlockOf } from './limits.schemas.js';
import { SharedWindows } from './shared-windows.js';

const maxReads = 10_000;
/** For all sessions of one person or one key together, on every plan. */
const pagesPerMinute = 600;
/** How old the numbers of the limits block may be. */
const readKeptForMs = 1_000;
/** The operator's calls are of no account. */
const noAccount = '00000000-0000-0000-0000-000000000000';

interface AccountRead {
  readonly currentPeriodCost: number;
  readonly storedBytes: number;
}

/** A call of the logs interface: the window after it, and whether it was allowed. */
export interface LogsCall extends WindowState {
  readonly allowed: boolean;
}

/** What an account's executions keep; `limitBytes` null: no limit. */
interface Storage {
  readonly storedBytes: number;
  readonly limitBytes: number | null;
}

const storedLimitOf = ({ storedBytes, keyedPercent }: PlanLimits, isKeyed: boolean) =>
  isKeyed || storedBytes === null ? storedBytes : openLimitOf(storedBytes, keyedPercent);

@Injectable()
export class RateLimits {
  readonly #windows: SharedWindows;
  readonly #reads = new RefreshedCache<AccountRead>(maxReads, readKeptForMs);

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#windows = new SharedWindows(database.pool);
  }

  /** @param isPage a list or a detail: a session reads these apart from the account's calls */
  async consumeLogsCall(principal: Principal, isPage: boolean): Promise<LogsCall> {
    const { window, limit } = this.#logsWindowOf(principal, isPage);
    const allowed = (await window.take(limit)) !== null;
    return { ...window.state(limit), allowed };
  }

  #logsWindowOf(
    principal: Principal,
    isPage: boolean,
  ): { readonly window: LeasedWindow; readonly limit: number } {
    const { accountId, keyId, userId, sessionId } = principal;
    if (sessionId !== null && isPage)
      return { window: this.#windows.of('pages', userId ?? keyId), limit: pagesPerMinute };
    const { logsPerMinute } = this.#limitsOf(principal);
    return { window: this.#windows.of('logs', accountId), limit: logsPerMinute };
  }

  /** The current window of the logs interface, without counting. */
  logsWindow(principal: Principal): WindowState {
    const { window, limit } = this.#logsWindowOf(principal, true);
    return window.state(limit);
  }

  /**
   * Counts one call with the operator's key.
   * @throws ApiError 429 `RATE_LIMITED` with Retry-After
   */
  async consumeOperatorCall(): Promise<void> {
    const limit = this.config.FLOWLEDGER_OPERATOR_CALLS_PER_MINUTE;
    const window = this.#windows.of('operator', noAccount);
    if ((await window.take(limit)) === null)
      throw rateLimited(window.state(limit), `${limit} calls of the operator API per minute`);
  }

  /**
   * Counts one execution before it is stored. Usage and storage are projected values at least a
   * second old, so an account may overshoot them by what executions added since.
   * @throws ApiError 402 `USAGE_EXCEEDED` or `STORAGE_EXCEEDED`, 413 for more bytes than a minute
   * may have, 429 `RATE_LIMITED` with Retry-After; then nothing is counted
   */
  async admit(call: ExecutionCall): Promise<Admission> {
    const limits = this.#limitsOf(call);
    const { currentPeriodCost, storedBytes } = await this.#readOf(call.accountId);
    if (currentPeriodCost >= limits.usageLimitUsd) throw usageExceeded(limits.usageLimitUsd);
    const storedLimit = storedLimitOf(limits, call.open === null);
    if (storedLimit !== null && storedBytes >= storedLimit) throw storageExceeded(storedLimit);
    return Admission.of(executionTokens(call, limits, this.#windows));
  }

  /**
   * Refuses a call that this process knows to be over a limit, without counting it.
   * @throws ApiError 413, 429 as `admit`
   */
  refuseKnown(call: ExecutionCall): void {
    refuseUsedUp(executionTokens(call, this.#limitsOf(call), this.#windows));
  }

  /**
   * Counts a body that an execution which has begun will get.
   * @throws ApiError 413, 429 as `admit`
   */
  async admitBytes(account: CallingAccount, bytes: number, isKeyed: boolean): Promise<void> {
    const sent = { accountId: account.accountId, bytes, isKeyed };
    await Admission.of(byteTokens(sent, this.#limitsOf(account), this.#windows));
  }

  /** The `limits` of each logs answer (spec 2.3). At most two reads per account and second. */
  async limitsBlock(principal: Principal): Promise<LimitsBlock> {
    const { accountId, plan } = principal;
    const { currentPeriodCost } = await this.#readOf(accountId);
    const limits = this.#limitsOf(principal);
    return limitsBlockOf({
      plan,
      limits,
      sync: this.#windows.of('sync', accountId).state(limits.syncExecutionsPerMinute),
      async: this.#windows.of('async', accountId).state(limits.asyncExecutionsPerMinute),
      currentPeriodCost,
    });
  }

  async storageOf(account: CallingAccount): Promise<Storage> {
    const { storedBytes } = await this.#readOf(account.accountId);
    return { storedBytes, limitBytes: this.#limitsOf(account).storedBytes };
  }

  #limitsOf({ plan, accountLimits }: Omit<CallingAccount, 'accountId'>): PlanLimits {
    return limitsOf(plan, accountLimits, this.config);
  }

  #readOf(accountId: string): Promise<AccountRead> {
    return this.#reads.get(accountId, () => this.#read(accountId));
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
    const [read, windows] = [new Map<string, number>(), this.#windows];
    for (const { key, value } of rows) {
      const kind = rowKeys.get(key);
      if (kind === undefined) read.set(key, value);
      else windows.of(kind, accountId).observe(endsAt, value);
    }
    return { currentPeriodCost: read.get('usage') ?? 0, storedBytes: read.get('stored') ?? 0 };
  }
}

/** The response headers of spec 8. */
export const rateHeadersOf = ({ limit, remaining, resetAt }: WindowState) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': resetAt.toISOString(),
});
