/** How many executions an account may have under way at a time, kept in memory for a moment: the hot path asks for every execution. */
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import { accountLimitsSql } from './account-concurrency.sql.js';

/** A limit set or lifted is seen after this long. */
const keptForMs = 10_000;

interface Known {
  /** Null: any number. */
  readonly limit: number | null;
  /** When it is looked up again, behind the callers' backs. */
  renewAt: number;
}

export class AccountConcurrency {
  readonly #known = new LRUCache<string, Known>({ max: 50_000 });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly limitOfPlan: (plan: Plan, own: AccountLimits) => number | null,
  ) {}

  /** Undefined when it must be asked for, null when there is no limit. */
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

  /** Null when there is no limit. Rejects while the database is away and it is not known. */
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
