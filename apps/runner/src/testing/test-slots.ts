/**
 * Limits over a real database, for any number of runners. Commands are recorded instead of sent.
 */
import { decodeRecord, topics } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import { AccountConcurrency } from '../concurrency/account-concurrency.js';
import { SlotCensus } from '../concurrency/slot-census.js';
import { SlotSweep } from '../concurrency/slot-sweep.js';
import { SlotTable, type Arrival } from '../concurrency/slot-table.js';
import { ConcurrencySlots } from '../concurrency/concurrency-slots.js';

export interface TestSlots {
  readonly database: Database;
  /** Executions that were told that they have a concurrency slot. */
  readonly woken: readonly string[];
  /** One runner's view of the limits. An account has the number in its own limits, or none. */
  startSlots(): { slots: ConcurrencySlots; sweep: SlotSweep };
  /** @returns the account's id */
  storeAccount(concurrentExecutions?: number): Promise<string>;
  /** Stores a paused execution as the projection would. */
  storePaused(arrival: Arrival, kind: 'turn' | 'approval', children?: string[]): Promise<unknown>;
  storeLog(arrival: Arrival, ended: boolean): Promise<unknown>;
  /** A deployed workflow whose version 1 has this concurrency limit. @returns its id */
  storeWorkflow(accountId: string, limit: number): Promise<string>;
  /** Stores how far the projection has read the ledger's partition. */
  storeProgress(partition: number, nextOffset: number): Promise<unknown>;
  /** As if Postgres had started with a copy that has no concurrency slots. */
  restore(): Promise<void>;
  /** Removes all slots, waiting executions, projected rows and recorded commands. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const logger = pino({ level: 'silent' });

let clock = 0;
/** Each arrival asked after the one before it. */
export const arrivalOf = (
  accountId: string,
  workflowId: string,
  more: Partial<Arrival> = {},
): Arrival => ({
  executionId: randomUUID(),
  accountId,
  workflowId,
  requestedAt: (clock += 1),
  ownLimit: 1,
  skips: false,
  hasBegun: false,
  ...more,
});

const notingIn = (woken: string[]): RecordAppender => ({
  append: ({ topic, value }) => {
    const record = decodeRecord(value);
    if (record.type === 'ExecutionResumeRequested' && record.data.reason === 'turn')
      woken.push(record.data.executionId);
    return Promise.resolve({ topic, partition: 0, offset: 0 });
  },
  close: () => Promise.resolve(),
  oldestPendingMs: () => 0,
  isCrowded: () => false,
});

export async function startTestSlots(): Promise<TestSlots> {
  const testDatabase = await createMigratedDatabase();
  const database = await openDatabase({
    url: testDatabase.url,
    poolSize: 8,
    applicationName: 'test',
  });
  const woken: string[] = [];
  const appender = notingIn(woken);
  const limitOf = (_: string, own: { concurrentExecutions?: number | null }): number | null =>
    own.concurrentExecutions ?? null;
  return {
    database,
    woken,
    startSlots: () => {
      const table = new SlotTable(database, limitOf);
      const accounts = new AccountConcurrency(database, limitOf);
      const slots = new ConcurrencySlots({ table, accounts, appender, logger });
      const granted = () => slots.granted();
      const census = new SlotCensus({ database, accounts, granted, partitions: 2, logger });
      return { slots, sweep: new SlotSweep({ database, slots, census, logger }) };
    },
    storeAccount: async (concurrentExecutions) => {
      const id = randomUUID();
      const limits = concurrentExecutions === undefined ? {} : { concurrentExecutions };
      await database.pool.query(
        "insert into account (id, name, plan, limits) values ($1, 'a', 'enterprise', $2)",
        [id, limits],
      );
      return id;
    },
    storePaused: ({ executionId }, kind, children = []) =>
      database.pool.query(
        `insert into parked_execution (execution_id, workspace_id, sequence, parked_at, waits, children, state)
        values ($1, $1, 2, now() - interval '1 hour', $2, $3, '{}')`,
        [executionId, JSON.stringify([{ kind }]), children],
      ),
    storeLog: ({ executionId, accountId, workflowId }, ended) =>
      database.pool.query(
        `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
          definition_hash, trigger, status, level, started_at, ended_at, ledger_partition, ledger_offset)
        values ($1, $1, $1, $2, $3, 'w', 1, 'h', 'api', 'x', 'info', now(), $4, 0, 0)`,
        [executionId, accountId, workflowId, ended ? new Date() : null],
      ),
    storeWorkflow: async (accountId, limit) => {
      const id = randomUUID();
      await database.pool.query(
        `insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'w', '')`,
        [id, accountId],
      );
      await database.pool.query(
        `insert into workflow (id, workspace_id, name, draft, deployed_version) values ($1, $1, 'T', '{}', 1)`,
        [id],
      );
      await database.pool.query(
        `insert into workflow_version (workflow_id, version, definition, content_hash) values ($1, 1, $2, 'h')`,
        [id, { concurrency: { limit } }],
      );
      return id;
    },
    storeProgress: (partition, nextOffset) =>
      database.pool.query(
        `insert into projection_checkpoint (projection, topic, partition, next_offset, cluster_id)
        values ('executions', $1, $2, $3, 'c')
        on conflict (projection, topic, partition) do update set next_offset = excluded.next_offset`,
        [topics.events, partition, nextOffset],
      ),
    restore: async () => {
      await database.pool.query('truncate execution_turn');
      await database.pool.query("update census_done set instance = 'before'");
    },
    clear: async () => {
      woken.length = 0;
      await database.pool.query('truncate execution_turn, parked_execution, execution_log');
      await database.pool.query('truncate projection_checkpoint, turn_census');
      await database.pool.query('update census_done set instance = database_instance()');
    },
    stop: async () => {
      await database.close();
      await testDatabase.drop();
    },
  };
}
