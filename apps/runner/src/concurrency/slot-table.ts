/**
 * Concurrency slots in Postgres: one row per execution that a limit counts, either waiting or
 * holding a slot. One transaction per batch takes the locks of the accounts concerned, so that each
 * decision sees all earlier ones of every runner.
 */
import { type AccountLimits, type Database, inTransaction, type Plan } from '@libs/persistence';
import {
  nextSlots,
  type SlotDecision,
  type SlotLine,
  type WaitingExecution,
} from './next-slots.js';
import { slotsKnownSql } from './slot-census.sql.js';
import {
  accountsSql,
  arriveSql,
  grantSql,
  occupiedByAccountSql,
  leaveLineSql,
  linesSql,
  lockAccountsSql,
  releaseSql,
  standingSql,
  grantAtOnceSql,
} from './slots.sql.js';

export interface SlotHolder {
  readonly executionId: string;
  readonly accountId: string;
}

/** An execution that asks whether it may start. */
export interface Arrival extends SlotHolder {
  readonly workflowId: string;
  readonly requestedAt: number;
  /** Limit in its own version of the workflow, which counts when none is deployed. */
  readonly ownLimit: number | null;
  readonly skips: boolean;
  /** It already runs, whatever the limit says. */
  readonly hasBegun: boolean;
}

export interface SlotChange {
  readonly arrivals: readonly Arrival[];
  /** Accounts whose queues are checked; includes those of all arrivals. */
  readonly accountIds: readonly string[];
}

export type SlotAnswer = 'granted' | 'waits' | 'skipped';

export interface SlotOutcome {
  readonly answers: ReadonlyMap<string, SlotAnswer>;
  /** Earlier waiting executions that now have a slot. */
  readonly woken: readonly string[];
}

/** Executions checked per queue in one decision. The next decision finds more. */
const lookAhead = 200;

interface LineRow {
  account_id: string;
  limit: number | null;
  held: number;
  waiting: Omit<WaitingExecution, 'skips'>[];
}

type Client = Pick<Database['pool'], 'query'>;

/** Prepared once per connection, because planning takes longer than running. */
const prepared = (name: string, text: string, values: unknown[]) => ({
  name: `turn-${name}`,
  text,
  values,
});

export class SlotTable {
  /** @param limitOf concurrent executions by plan and own limits; null: unlimited */
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly limitOf: (plan: Plan, own: AccountLimits) => number | null,
  ) {}

  /**
   * For the common case: nothing waits in the queues, and there is room for all.
   * @param limits of the accounts that have one
   * @returns whether all have a slot; if not, nothing is changed, and `change` decides
   */
  async grantAtOnce(
    arrivals: readonly Arrival[],
    limits: ReadonlyMap<string, number>,
  ): Promise<boolean> {
    const { rows } = await this.database.pool.query<{ taken: boolean }>(
      prepared('take', grantAtOnceSql, [
        ...columnsOf(arrivals),
        [...limits.keys()],
        [...limits.values()],
      ]),
    );
    return rows[0]?.taken === true;
  }

  /** Idempotent for each execution: asked again, it gets the same answer or a better one. */
  change(change: SlotChange): Promise<SlotOutcome> {
    return inTransaction(this.database.pool, (client) => this.#decide(client, change));
  }

  /**
   * Frees the slots of ended executions. A database crash may undo it; then the sweep repeats it.
   * @returns accounts with waiting executions, to be served
   */
  async release(ended: readonly SlotHolder[]): Promise<readonly string[]> {
    const executionIds = ended.map(({ executionId }) => executionId);
    const accountIds = new Set(ended.map(({ accountId }) => accountId));
    const { rows } = await this.database.pool.query<{ account_id: string }>(
      prepared('release', releaseSql, [executionIds, [...accountIds]]),
    );
    return rows.map(({ account_id }) => account_id);
  }

  /**
   * Grants free slots to waiting executions.
   * @returns the executions that got one
   */
  async serve(accountIds: readonly string[]): Promise<readonly string[]> {
    return (await this.change({ arrivals: [], accountIds })).woken;
  }

  async #decide(client: Client, { arrivals, accountIds }: SlotChange): Promise<SlotOutcome> {
    await client.query(prepared('lock', lockAccountsSql, [accountIds]));
    const fresh = arrivals.length > 0 ? await arrive(client, arrivals) : new Set<string>();
    const skipping = new Set(
      arrivals.filter(({ skips }) => skips).map(({ executionId }) => executionId),
    );
    const granted: string[] = [];
    const skipped: string[] = [];
    for (let more = await isKnown(client); more;) {
      const round = await this.#round(client, accountIds, skipping);
      granted.push(...round.granted);
      skipped.push(...round.skipped);
      // Only the start of a long queue was checked. There may be room for more.
      more = round.granted.length >= lookAhead;
    }
    const answers = await standingOf(
      client,
      arrivals.filter(({ executionId }) => !fresh.has(executionId)),
    );
    const isGranted = new Set(granted);
    for (const { executionId, hasBegun } of arrivals.filter((one) => fresh.has(one.executionId)))
      answers.set(executionId, hasBegun || isGranted.has(executionId) ? 'granted' : 'waits');
    if (skipped.length > 0) await client.query(prepared('leave', leaveLineSql, [skipped]));
    for (const id of skipped) answers.set(id, 'skipped');
    return { answers, woken: granted.filter((id) => !answers.has(id)) };
  }

  /** One check of every queue of these accounts. */
  async #round(
    client: Client,
    accountIds: readonly string[],
    skipping: ReadonlySet<string>,
  ): Promise<SlotDecision> {
    const lines = await client.query<LineRow>(
      prepared('lines', linesSql, [accountIds, lookAhead, [...skipping]]),
    );
    const byAccount = Map.groupBy(lines.rows, ({ account_id }) => account_id);
    const rooms = await this.#rooms(client, [...byAccount.keys()]);
    const decisions = [...byAccount].map(([accountId, rows]) =>
      nextSlots(
        rooms.get(accountId) ?? Infinity,
        rows.map((row): SlotLine => {
          const waiting = row.waiting.map((execution) => ({
            ...execution,
            skips: skipping.has(execution.executionId),
          }));
          return { limit: row.limit, occupied: row.held, waiting };
        }),
      ),
    );
    const granted = decisions.flatMap((decision) => decision.granted);
    if (granted.length > 0) await client.query(prepared('grant', grantSql, [granted]));
    return { granted, skipped: decisions.flatMap((decision) => decision.skipped) };
  }

  /** How many more executions each account may have under way, for accounts with a limit. */
  async #rooms(client: Client, accountIds: readonly string[]): Promise<Map<string, number>> {
    if (accountIds.length === 0) return new Map();
    const { rows } = await client.query<{ id: string; plan: Plan; limits: AccountLimits }>(
      prepared('accounts', accountsSql, [accountIds]),
    );
    const limits = rows.flatMap(({ id, plan, limits }) => {
      const limit = this.limitOf(plan, limits);
      return limit === null ? [] : [[id, limit] as const];
    });
    if (limits.length === 0) return new Map();
    const occupied = await client.query<{ account_id: string; held: number }>(
      prepared('held', occupiedByAccountSql, [limits.map(([id]) => id)]),
    );
    const occupiedBy = new Map(occupied.rows.map((row) => [row.account_id, row.held]));
    return new Map(limits.map(([id, limit]) => [id, limit - (occupiedBy.get(id) ?? 0)]));
  }
}

export const columnsOf = (arrivals: readonly Omit<Arrival, 'skips'>[]): unknown[] => [
  arrivals.map(({ executionId }) => executionId),
  arrivals.map(({ accountId }) => accountId),
  arrivals.map(({ workflowId }) => workflowId),
  arrivals.map(({ requestedAt }) => new Date(requestedAt)),
  arrivals.map(({ ownLimit }) => ownLimit),
  arrivals.map(({ hasBegun }) => hasBegun),
];

/** While slots are unknown, every arrival waits in the queue. */
async function isKnown(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ are_known: boolean }>(prepared('known', slotsKnownSql, []));
  return rows[0]?.are_known === true;
}

/** @returns those that had no row before */
async function arrive(client: Client, arrivals: readonly Arrival[]): Promise<Set<string>> {
  const { rows } = await client.query<{ execution_id: string }>(
    prepared('arrive', arriveSql, columnsOf(arrivals)),
  );
  return new Set(rows.map(({ execution_id }) => execution_id));
}

async function standingOf(
  client: Client,
  arrivals: readonly Arrival[],
): Promise<Map<string, SlotAnswer>> {
  if (arrivals.length === 0) return new Map();
  const { rows } = await client.query<{ execution_id: string; granted: boolean }>(
    prepared('standing', standingSql, [arrivals.map(({ executionId }) => executionId)]),
  );
  return new Map(rows.map((row) => [row.execution_id, row.granted ? 'granted' : 'waits']));
}
