/**
 * Families in Postgres: whether a descendant may be requested, whether it may start, and which have
 * ended. Each kind of question uses one connection at a time, however many executions ask.
 */
import { rateWindowEndOf, type Database } from '@libs/persistence';
import { BatchedCall } from '@libs/platform';
import type { Logger } from 'pino';
import type { AccountConcurrency } from '../concurrency/account-concurrency.js';
import {
  admitDescendantsSql,
  endDescendantsSql,
  requestDescendantsSql,
  stopFamilySql,
} from './family.sql.js';

const maxBatch = 500;
/** The largest limit that a Postgres `integer` holds. */
const noLimit = 2_147_483_647;

export interface DescendantRequest {
  readonly executionId: string;
  readonly parentId: string;
  /** Parent of the parent; null for a root's child. */
  readonly grandparentId: string | null;
  readonly workspaceId: string;
  /** How many descendants the root may start. */
  readonly limit: number;
}

export type RequestOutcome = 'counted' | 'known' | 'too_large' | 'cancelled';

export interface DescendantArrival {
  readonly executionId: string;
  readonly parentId: string;
  readonly workspaceId: string;
  readonly accountId: string;
  /** Its blocks ran before, so it takes no token. */
  readonly hasBegun: boolean;
}

export interface DescendantStanding {
  readonly outcome: 'admitted' | 'waits' | 'cancelled';
  /** Oldest first. */
  readonly ancestors: readonly string[];
  /** When it got its rate token; milliseconds. */
  readonly admittedAt: number | null;
  /** When it should ask again; milliseconds. */
  readonly dueAt: number | null;
}

interface StandingRow {
  execution_id: string;
  outcome: DescendantStanding['outcome'];
  ancestors: string[];
  admitted_at: Date | null;
  due_at: Date | null;
}

export interface FamilyTableOptions {
  readonly database: Pick<Database, 'pool'>;
  /** Asynchronous executions per minute. */
  readonly accounts: Pick<AccountConcurrency, 'limitOf'>;
  readonly logger: Logger;
  /** Wall clock, which the account's rate windows follow. */
  readonly now?: () => number;
}

export class FamilyTable {
  readonly #requests = new BatchedCall<DescendantRequest, RequestOutcome>(
    (batch) => this.#request(batch),
    maxBatch,
  );
  readonly #arrivals = new BatchedCall<DescendantArrival, DescendantStanding>(
    (batch) => this.#admit(batch),
    maxBatch,
  );
  readonly #ends = new BatchedCall<string, undefined>((batch) => this.#end(batch), maxBatch);

  constructor(private readonly options: FamilyTableOptions) {}

  /** Idempotent by the child's id. Rejects while the database is unavailable. */
  request(request: DescendantRequest): Promise<RequestOutcome> {
    return this.#requests.call(request);
  }

  /** Idempotent. Rejects while the database is unavailable. */
  admit(arrival: DescendantArrival): Promise<DescendantStanding> {
    return this.#arrivals.call(arrival);
  }

  /** Best effort: the sweep finds an end that was not recorded. */
  ended(executionId: string): void {
    void this.#ends.call(executionId);
  }

  /** Lets nothing below this execution start. Rejects while the database is unavailable. */
  async stop(
    executionId: string,
    workspaceId: string,
    parentId: string | null,
    children: readonly string[],
  ): Promise<void> {
    await this.options.database.pool.query({
      name: 'stop-family',
      text: stopFamilySql,
      values: [executionId, workspaceId, parentId, children],
    });
  }

  async idle(): Promise<void> {
    await this.#ends.idle();
  }

  async #request(batch: readonly DescendantRequest[]): Promise<readonly RequestOutcome[]> {
    const { rows } = await this.options.database.pool.query<{
      execution_id: string;
      outcome: RequestOutcome;
    }>({
      name: 'request-descendants',
      text: requestDescendantsSql,
      values: [
        batch.map(({ executionId }) => executionId),
        batch.map(({ parentId }) => parentId),
        batch.map(({ grandparentId }) => grandparentId),
        batch.map(({ workspaceId }) => workspaceId),
        batch.map(({ limit }) => Math.min(noLimit, limit)),
      ],
    });
    const outcomes = new Map(rows.map(({ execution_id, outcome }) => [execution_id, outcome]));
    return batch.map(({ executionId }) => outcomes.get(executionId) ?? 'cancelled');
  }

  async #admit(batch: readonly DescendantArrival[]): Promise<readonly DescendantStanding[]> {
    const limits = await this.#limits(batch);
    const { rows } = await this.options.database.pool.query<StandingRow>({
      name: 'admit-descendants',
      text: admitDescendantsSql,
      values: [
        batch.map(({ executionId }) => executionId),
        batch.map(({ parentId }) => parentId),
        batch.map(({ workspaceId }) => workspaceId),
        batch.map(({ accountId }) => accountId),
        batch.map(({ hasBegun }) => hasBegun),
        [...limits.keys()],
        [...limits.values()],
        rateWindowEndOf((this.options.now ?? Date.now)()),
      ],
    });
    const standings = new Map(rows.map((row) => [row.execution_id, standingOf(row)]));
    return batch.map(({ executionId }) => {
      const standing = standings.get(executionId);
      if (standing === undefined) throw new Error(`descendant ${executionId} has no row`);
      return standing;
    });
  }

  async #limits(batch: readonly DescendantArrival[]): Promise<ReadonlyMap<string, number>> {
    const limits = new Map<string, number>();
    for (const { accountId } of batch)
      if (!limits.has(accountId))
        limits.set(accountId, (await this.options.accounts.limitOf(accountId)) ?? noLimit);
    return limits;
  }

  async #end(batch: readonly string[]): Promise<readonly undefined[]> {
    await this.options.database.pool
      .query({ name: 'end-descendants', text: endDescendantsSql, values: [batch] })
      .catch((error: unknown) =>
        this.options.logger.warn({ err: error }, 'ends of child runs were not noted'),
      );
    return batch.map(() => undefined);
  }
}

const standingOf = (row: StandingRow): DescendantStanding => ({
  outcome: row.outcome,
  ancestors: row.ancestors,
  admittedAt: row.admitted_at?.getTime() ?? null,
  dueAt: row.due_at?.getTime() ?? null,
});
