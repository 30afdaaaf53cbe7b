/** Whether an account has a limit of concurrent executions, kept in memory for a moment: the hot path asks for every execution. */
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import { LRUCache } from 'lru-cache';

/** A limit set or lifted is seen after this long. */
const keptForMs = 10_000;
const sql = 'select plan, limits from account where id = $1';

interface Known {
  readonly isLimited: boolean;
  /** When it is looked up again, behind the callers' backs. */
  renewAt: number;
}

export class AccountConcurrency {
  readonly #known = new LRUCache<string, Known>({ max: 50_000 });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly limitOf: (plan: Plan, own: AccountLimits) => number | null,
  ) {}

  /** Null when it must be loaded. */
  peek(accountId: string): boolean | null {
    const known = this.#known.get(accountId);
    if (known === undefined) return null;
    const now = Date.now();
    if (known.renewAt <= now) {
      known.renewAt = now + keptForMs;
      this.load(accountId).catch(() => undefined);
    }
    return known.isLimited;
  }

  /** Rejects while the database is away. */
  async load(accountId: string): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ plan: Plan; limits: AccountLimits }>({
      name: 'account-concurrency',
      text: sql,
      values: [accountId],
    });
    const [row] = rows;
    const isLimited = row !== undefined && this.limitOf(row.plan, row.limits) !== null;
    this.#known.set(accountId, { isLimited, renewAt: Date.now() + keptForMs });
    return isLimited;
  }
}
