/**
 * How many executions an account may have under way at a time. Cached briefly, because the hot path
 * asks for every execution.
 */
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import { accountLimitsSql } from './slots.sql.js';

/** A limit that is set or lifted takes effect after this long. */
const keptForMs = 10_000;

interface Known {
  /** Null: unlimited. */
  readonly limit: number | null;
  /** When it is reloaded in the background. */
  renewAt: number;
}

export class AccountConcurrency {
  readonly #known = new LRUCache<string, Known>({ max: 50_000 });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly limitOfPlan: (plan: Plan, own: AccountLimits) => number | null,
  ) {}

  /** Undefined when it must be loaded, null when there is no limit. */
  peek(accountId: string): number | null | undefined {
    const known = this.#known.get(accountId);
    if (known === undefined) return undefined;
    const now = Date.now();
    if (known.renewAt <= now) {
      known.renewAt = now + keptForMs;
      this.#load(accountId).catch(() => undefined);
    }
    return known.limit;
  }

  /** Null when there is no limit. Rejects while it is unknown and the database is unavailable. */
  async limitOf(accountId: string): Promise<number | null> {
    const known = this.peek(accountId);
    return known === undefined ? this.#load(accountId) : known;
  }

  async #load(accountId: string): Promise<number | null> {
    const { rows } = await this.database.pool.query<{ plan: Plan; limits: AccountLimits }>({
      name: 'account-concurrency',
      text: accountLimitsSql,
      values: [accountId],
    });
    const [row] = rows;
    const limit = row === undefined ? null : this.limitOfPlan(row.plan, row.limits);
    this.#known.set(accountId, { limit, renewAt: Date.now() + keptForMs });
    return limit;
  }
}
