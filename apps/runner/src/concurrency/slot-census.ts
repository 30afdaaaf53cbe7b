/**
 * After Postgres starts, nothing that a limit counts begins until every concurrency slot is known:
 * the database may be a copy that lacks later starts (decision 27). Every runner reports how far
 * the ledger of its partitions reaches, and which executions it lets begin. Once the projection has
 * all of that, one runner restores a slot or a queue entry for every unended execution.
 */
import { topics } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import type { AccountConcurrency } from './account-concurrency.js';
import {
  censusSql,
  countedSql,
  countPartitionsSql,
  finishCensusSql,
  restoreSlotsSql,
  unendedSql,
} from './slot-census.sql.js';
import { columnsOf, type Arrival } from './slot-table.js';

const pageSize = 5_000;
const nil = '00000000-0000-0000-0000-000000000000';

/** A partition that this process surely owns. */
export interface OwnedPartition {
  readonly partition: number;
  /** Offset after the last event of its owner. */
  readonly ledgerOffset: number;
}

interface CensusRow {
  instance: string;
  is_known: boolean;
  counted: number[];
}

interface UnendedRow {
  workspace_id: string;
  started_at: Date;
  id: string;
  execution_id: string;
  account_id: string;
  workflow_id: string;
  own_limit: number | null;
  waits: boolean;
  has_no_token: boolean;
}

type Client = Pick<Database['pool'], 'query'>;
type Counted = Omit<Arrival, 'skips'>;

export interface SlotCensusOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly accounts: Pick<AccountConcurrency, 'limitOf'>;
  /** Executions that this process was told to let begin, and that have not ended here. */
  readonly granted: () => readonly Arrival[];
  /** Number of ledger partitions. */
  readonly partitions: number;
  readonly logger: Logger;
}

export class SlotCensus {
  /** Instance of Postgres whose slots are unknown, as last logged. */
  #unknown: string | null = null;
  #unknownSinceMs = 0;
  #hasWarned = false;

  constructor(private readonly options: SlotCensusOptions) {}

  /** Reports what this process knows. @returns whether all slots are known */
  async report(owned: readonly OwnedPartition[]): Promise<boolean> {
    const { pool } = this.options.database;
    const { rows } = await pool.query<CensusRow>({ name: 'turn-census', text: censusSql });
    const [row] = rows;
    if (row === undefined || row.is_known) {
      this.#say(null);
      return true;
    }
    this.#say(row.instance);
    const counted = new Set(row.counted);
    const uncounted = owned.filter(({ partition }) => !counted.has(partition));
    if (uncounted.length === 0) return false;
    // First those whose start may not be in the ledger yet.
    await this.#restore(pool, row.instance, this.options.granted());
    await pool.query(countPartitionsSql, [
      uncounted.map(({ partition }) => partition),
      uncounted.map(({ ledgerOffset }) => ledgerOffset),
      row.instance,
    ]);
    return false;
  }

  /** Restores all slots once everything is reported and projected. Only one process at a time. */
  async complete(client: Client): Promise<void> {
    const instance = this.#unknown;
    if (instance === null) return;
    const { rows } = await client.query<{ counted: number; behind: number[] }>(countedSql, [
      topics.events,
      instance,
    ]);
    const { counted, behind } = rows[0] ?? { counted: 0, behind: [] };
    if (counted < this.options.partitions || behind.length > 0) {
      const missing = this.options.partitions - counted;
      this.options.logger.debug({ missing, behind }, 'concurrency slots are not known yet');
      return;
    }
    let after: readonly unknown[] = [nil, new Date(0), nil];
    for (let more = true; more;) {
      const page = await client.query<UnendedRow>(unendedSql, [...after, pageSize]);
      await this.#restore(client, instance, await this.#countedOf(page.rows));
      const last = page.rows.at(-1);
      more = page.rows.length === pageSize && last !== undefined;
      if (last !== undefined) after = [last.workspace_id, last.started_at, last.id];
    }
    await client.query(finishCensusSql, [instance]);
  }

  async #countedOf(rows: readonly UnendedRow[]): Promise<Counted[]> {
    const counted: Counted[] = [];
    for (const row of rows) {
      if (row.has_no_token) continue;
      const isCounted =
        row.own_limit !== null || (await this.options.accounts.limitOf(row.account_id)) !== null;
      if (!isCounted) continue;
      counted.push({
        executionId: row.execution_id,
        accountId: row.account_id,
        workflowId: row.workflow_id,
        requestedAt: row.started_at.getTime(),
        ownLimit: row.own_limit,
        hasBegun: !row.waits,
      });
    }
    return counted;
  }

  async #restore(client: Client, instance: string, counted: readonly Counted[]): Promise<void> {
    if (counted.length === 0) return;
    await client.query(restoreSlotsSql, [...columnsOf(counted), instance]);
  }

  /** After a start it lasts for seconds: only what lasts longer is a warning. */
  #say(unknown: string | null): void {
    const { logger } = this.options;
    if (unknown === this.#unknown) {
      const lastedMs = performance.now() - this.#unknownSinceMs;
      if (unknown === null || this.#hasWarned || lastedMs < usuallyKnownAfterMs) return;
      this.#hasWarned = true;
      logger.warn({ code: 'PLACES_UNKNOWN' }, stillUnknown);
      return;
    }
    this.#unknown = unknown;
    this.#unknownSinceMs = performance.now();
    this.#hasWarned = false;
    if (unknown === null)
      logger.info('concurrency slots are known: limits let executions begin again');
    else
      logger.info(
        { code: 'PLACES_UNKNOWN' },
        'Postgres was started or restored: nothing that a limit counts begins until the projection has caught up',
      );
  }
}

const usuallyKnownAfterMs = 30_000;
const stillUnknown =
  'nothing that a limit counts begins: the projection has not caught up since Postgres was started or restored';
