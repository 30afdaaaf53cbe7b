/**
 * How many executions of an account may be parked (plan limit `parkedExecutions`). The read model
 * is counted about once a second per account and runner, plus those that parked here since. So an
 * account can exceed the quota by the executions that park within that second and the projection's
 * lag (decision 31). Without a count, executions park: no accepted work may be lost.
 */
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountLimitsSql } from '../concurrency/slots.sql.js';
import type { ParkAnswer, ParkRefusal } from '../execution/park-permit.js';
import { countParkedSql } from './parked-quota.sql.js';

const keptForMs = 1_000;
/** Large counts are kept for longer, so that counting takes a bounded share of the time. */
const rowsPerMs = 100;
/** Longest wait of a block for the count. */
const patienceMs = 2_000;

interface Counted {
  readonly limit: number;
  parked: number;
  readonly untilMs: number;
}

const refusalOf = (limit: number): ParkRefusal => ({
  code: 'PARKED_QUOTA_EXCEEDED',
  message: `The account's quota of ${limit} parked executions is used up, and this block would have to wait. Cancel executions that wait, or ask the operator to raise the quota "parkedExecutions"`,
});

function decide(counted: Counted): ParkRefusal | null {
  if (counted.parked >= counted.limit) return refusalOf(counted.limit);
  counted.parked += 1;
  return null;
}

export class ParkedQuota {
  readonly #counted = new LRUCache<string, Counted>({ max: 50_000 });
  readonly #counting = new Map<string, Promise<Counted | null>>();

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly limitOf: (plan: Plan, own: AccountLimits) => number,
  ) {}

  /**
   * Counts the execution as parked unless it is refused. A promise only when the account has to be
   * counted first; it never rejects.
   */
  admit(accountId: string): ParkAnswer {
    const counted = this.#counted.get(accountId);
    if (counted !== undefined && counted.untilMs > performance.now()) return decide(counted);
    return this.#admitOnceCounted(accountId);
  }

  async #admitOnceCounted(accountId: string): Promise<ParkRefusal | null> {
    const late = sleep(patienceMs, null, { ref: false });
    const counted = await Promise.race([this.#count(accountId), late]);
    return counted === null ? null : decide(counted);
  }

  /** Shared by all who wait. Null when the database does not answer. */
  #count(accountId: string): Promise<Counted | null> {
    const running = this.#counting.get(accountId);
    if (running !== undefined) return running;
    const started = this.#read(accountId)
      .catch(() => null)
      .finally(() => this.#counting.delete(accountId));
    this.#counting.set(accountId, started);
    return started;
  }

  async #read(accountId: string): Promise<Counted | null> {
    const { pool } = this.database;
    const { rows } = await pool.query<{ plan: Plan; limits: AccountLimits }>({
      name: 'account-concurrency',
      text: accountLimitsSql,
      values: [accountId],
    });
    const [account] = rows;
    if (account === undefined) return null;
    const limit = this.limitOf(account.plan, account.limits);
    const { rows: counts } = await pool.query<{ count: number }>({
      name: 'count-parked',
      text: countParkedSql,
      values: [accountId, limit],
    });
    const parked = counts[0]?.count ?? 0;
    const untilMs = performance.now() + keptForMs + parked / rowsPerMs;
    const counted = { limit, parked, untilMs };
    this.#counted.set(accountId, counted);
    return counted;
  }
}
