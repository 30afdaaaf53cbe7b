/** Limits over a real database, for as many runners as a spec wants; what they tell executions is noted instead of sent. */
import { decodeRecord } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { migrate, openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { AccountConcurrency } from '../turns/account-concurrency.js';
import { TurnSweep } from '../turns/turn-sweep.js';
import { TurnTable, type TurnArrival } from '../turns/turn-table.js';
import { Turns } from '../turns/turns.js';

export interface TestTurns {
  readonly database: Database;
  /** Executions that were told that it is their turn. */
  readonly woken: readonly string[];
  /** One runner's view of the limits; accounts have the number that their own limits say, or none. */
  startTurns(): { turns: Turns; sweep: TurnSweep };
  /** @returns its id */
  storeAccount(concurrentExecutions?: number): Promise<string>;
  /** As the projection has an execution that is paused. */
  storePaused(
    arrival: TurnArrival,
    kind: 'turn' | 'approval',
    children?: string[],
  ): Promise<unknown>;
  storeLog(arrival: TurnArrival, ended: boolean): Promise<unknown>;
  /** Nobody is in line or in a place, and nobody has been told. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const logger = pino({ level: 'silent' });

let clock = 0;
/** Each has asked after the one before it. */
export const arrivalOf = (
  accountId: string,
  workflowId: string,
  more: Partial<TurnArrival> = {},
): TurnArrival => ({
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

export async function startTestTurns(): Promise<TestTurns> {
  const testDatabase = await createTestDatabase();
  await migrate(testDatabase.url);
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
    startTurns: () => {
      const table = new TurnTable(database, limitOf);
      const accounts = new AccountConcurrency(database, limitOf);
      const turns = new Turns({ table, accounts, appender, logger });
      return { turns, sweep: new TurnSweep({ database, turns, logger }) };
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
    clear: async () => {
      woken.length = 0;
      await database.pool.query('truncate execution_turn, parked_execution');
    },
    stop: async () => {
      await database.close();
      await testDatabase.drop();
    },
  };
}
