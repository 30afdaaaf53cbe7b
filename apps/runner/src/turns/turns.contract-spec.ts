import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeRecord } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { migrate, openDatabase, type Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/stack.js';
import { AccountConcurrency } from './account-concurrency.js';
import { TurnSweep } from './turn-sweep.js';
import { TurnTable, type TurnArrival } from './turn-table.js';
import { Turns } from './turns.js';

const logger = pino({ level: 'silent' });

let testDatabase: TestDatabase;
let database: Database;
/** Executions that were told that it is their turn. */
let woken: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await migrate(testDatabase.url);
  database = await openDatabase({ url: testDatabase.url, poolSize: 8, applicationName: 'test' });
}, 120_000);

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
}, 60_000);

beforeEach(async () => {
  woken = [];
  await database.pool.query('truncate execution_turn, parked_execution');
});

const appender: RecordAppender = {
  append: ({ topic, value }) => {
    const record = decodeRecord(value);
    if (record.type === 'ExecutionResumeRequested' && record.data.reason === 'turn')
      woken.push(record.data.executionId);
    return Promise.resolve({ topic, partition: 0, offset: 0 });
  },
  close: () => Promise.resolve(),
  oldestPendingMs: () => 0,
};

/** One runner's view of the limits; accounts have the number that their own limits say, or none. */
function startTurns(): { turns: Turns; sweep: TurnSweep } {
  const limitOf = (_: string, own: { concurrentExecutions?: number | null }): number | null =>
    own.concurrentExecutions ?? null;
  const turns = new Turns({
    table: new TurnTable(database, limitOf),
    accounts: new AccountConcurrency(database, limitOf),
    appender,
    logger,
  });
  return { turns, sweep: new TurnSweep({ database, turns, logger }) };
}

async function storeAccount(concurrentExecutions?: number): Promise<string> {
  const id = randomUUID();
  const limits = concurrentExecutions === undefined ? {} : { concurrentExecutions };
  await database.pool.query(
    "insert into account (id, name, plan, limits) values ($1, 'a', 'enterprise', $2)",
    [id, limits],
  );
  return id;
}

let clock = 0;
const arrivalOf = (
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

/** As the projection has an execution that is paused. */
const storePaused = (
  { executionId }: TurnArrival,
  kind: 'turn' | 'approval',
  children: string[] = [],
): Promise<unknown> =>
  database.pool.query(
    `insert into parked_execution (execution_id, workspace_id, sequence, parked_at, waits, children, state)
    values ($1, $1, 2, now() - interval '1 hour', $2, $3, '{}')`,
    [executionId, JSON.stringify([{ kind }]), children],
  );

const storeLog = (
  { executionId, accountId, workflowId }: TurnArrival,
  ended: boolean,
): Promise<unknown> =>
  database.pool.query(
    `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version,
      definition_hash, trigger, status, level, started_at, ended_at, ledger_partition, ledger_offset)
    values ($1, $1, $1, $2, $3, 'w', 1, 'h', 'api', 'x', 'info', now(), $4, 0, 0)`,
    [executionId, accountId, workflowId, ended ? new Date() : null],
  );

describe('turns', () => {
  it('never gives more places than the limit, in order, however many runners ask at once', async () => {
    const accountId = await storeAccount();
    const workflowId = randomUUID();
    const runners = [startTurns(), startTurns(), startTurns()];
    const arrivals = Array.from({ length: 60 }, () =>
      arrivalOf(accountId, workflowId, { ownLimit: 2 }),
    );
    const answers = await Promise.all(
      arrivals.map((arrival, n) => runners[n % 3]!.turns.take(arrival)),
    );
    expect(answers.filter((answer) => answer === 'granted')).toHaveLength(2);
    let running = arrivals.filter((_, n) => answers[n] === 'granted');
    const begun = running.map(({ executionId }) => executionId);
    while (running.length > 0) {
      for (const [n, { executionId }] of running.entries())
        runners[n % 3]!.turns.release(executionId, accountId);
      await Promise.all(runners.map(({ turns }) => turns.stop()));
      const { rows } = await database.pool.query<{ execution_id: string }>(
        'select execution_id from execution_turn where granted_at is not null',
      );
      expect(rows.length).toBeLessThanOrEqual(2);
      running = arrivals.filter((one) => rows.some((row) => row.execution_id === one.executionId));
      begun.push(...running.map(({ executionId }) => executionId));
    }
    expect(new Set(begun).size).toBe(60);
    expect(woken.toSorted()).toEqual(begun.slice(2).toSorted());
    // In the order of their requests, but for those that ran before older ones had asked.
    const order = begun.slice(2).map((id) => arrivals.findIndex((one) => one.executionId === id));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  }, 60_000);

  it('gives places at once while there is room, in the workflow and in the account, to whichever runner asks', async () => {
    const accountId = await storeAccount(4);
    const [narrow, wide] = [randomUUID(), randomUUID()];
    const runners = [startTurns(), startTurns(), startTurns()];
    const ask = (...limits: (number | null)[]): Promise<string[]> =>
      Promise.all(
        limits.map((ownLimit, n) =>
          runners[n]!.turns.take(
            arrivalOf(accountId, ownLimit === null ? wide : narrow, { ownLimit }),
          ),
        ),
      );
    expect(await ask(2, null, 2)).toEqual(['granted', 'granted', 'granted']);
    expect(await ask(2)).toEqual(['waits']);
    // One place is left in the account, and the one in line can not have it.
    expect((await ask(null, null, null)).toSorted()).toEqual(['granted', 'waits', 'waits']);
    const { rows } = await database.pool.query(
      'select 1 from execution_turn where granted_at is not null',
    );
    expect(rows).toHaveLength(4);
  });

  it('gives the same answer again, and a better one when its turn has come meanwhile', async () => {
    const accountId = await storeAccount();
    const { turns } = startTurns();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    expect(await turns.take(first)).toBe('granted');
    expect(await turns.take(first)).toBe('granted');
    expect(await turns.take(second)).toBe('waits');
    turns.release(first.executionId, accountId);
    await turns.stop();
    expect(woken).toEqual([second.executionId]);
    expect(await startTurns().turns.take(second)).toBe('granted');
  });

  it('counts what runs already, whatever the limit says', async () => {
    const accountId = await storeAccount();
    const { turns } = startTurns();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    expect(await turns.take(first)).toBe('granted');
    expect(await turns.take({ ...second, hasBegun: true })).toBe('granted');
    expect(await turns.take(arrivalOf(accountId, accountId))).toBe('waits');
  });

  it('holds an account to its number over all its workflows, without counting what is paused', async () => {
    const accountId = await storeAccount(2);
    const { turns, sweep } = startTurns();
    const arrivals = [1, 2, 3].map(() => arrivalOf(accountId, randomUUID(), { ownLimit: null }));
    expect(await Promise.all(arrivals.map((one) => turns.take(one)))).toEqual([
      'granted',
      'granted',
      'waits',
    ]);
    await sweep.sweep();
    expect(woken).toEqual([]);
    await storePaused(arrivals[0]!, 'approval');
    await sweep.sweep();
    expect(woken).toEqual([arrivals[2]!.executionId]);
  });

  it('goes by the deployed version: a limit raised there lets those in line begin', async () => {
    const accountId = await storeAccount();
    const workflowId = randomUUID();
    const { pool } = database;
    await pool.query(
      "insert into workspace (id, account_id, name, wrapped_key) values ($1, $1, 'w', '')",
      [accountId],
    );
    await pool.query(
      "insert into workflow (id, workspace_id, name, draft, deployed_version) values ($1, $2, 'T', '{}', 1)",
      [workflowId, accountId],
    );
    await pool.query(
      `insert into workflow_version (workflow_id, version, definition, content_hash)
      values ($1, 1, '{"concurrency":{"limit":1}}', 'h'), ($1, 2, '{"concurrency":{"limit":3}}', 'h'), ($1, 3, '{}', 'h')`,
      [workflowId],
    );
    const { turns, sweep } = startTurns();
    const arrivals = [1, 2, 3, 4, 5].map(() => arrivalOf(accountId, workflowId));
    await Promise.all(arrivals.map((one) => turns.take(one)));
    const ids = arrivals.map(({ executionId }) => executionId);
    await pool.query('update workflow set deployed_version = 2 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(woken).toEqual(ids.slice(1, 3));
    await pool.query('update workflow set deployed_version = 3 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(woken).toEqual(ids.slice(1));
  });

  it('takes back the place of an execution whose end nobody reported, and repeats an order that was lost', async () => {
    const accountId = await storeAccount();
    const { turns, sweep } = startTurns();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    await turns.take(first);
    await turns.take(second);
    await storeLog(first, true);
    await storeLog(second, false);
    await storePaused(second, 'turn');
    await sweep.sweep();
    expect(woken).toEqual([second.executionId]);
    await sweep.sweep();
    expect(woken).toHaveLength(1);
    await database.pool.query(`update execution_turn set issued_at = now() - interval '1 minute'`);
    await sweep.sweep();
    expect(woken).toEqual([second.executionId, second.executionId]);
  });

  it('finds those in line again when the table was lost', async () => {
    const accountId = await storeAccount();
    const waiting = arrivalOf(accountId, accountId);
    await storeLog(waiting, false);
    await storePaused(waiting, 'turn');
    await startTurns().sweep.sweep();
    expect(woken).toEqual([waiting.executionId]);
  });

  it('lets a child run go on in the place of the execution of its own workflow that waits for it', async () => {
    const accountId = await storeAccount();
    const { turns, sweep } = startTurns();
    const [top, middle, child] = [
      arrivalOf(accountId, accountId),
      arrivalOf(accountId, randomUUID(), { ownLimit: null }),
      arrivalOf(accountId, accountId),
    ];
    expect(await turns.take(top)).toBe('granted');
    expect(await turns.take(child)).toBe('waits');
    await storePaused(top, 'approval', [middle.executionId]);
    await storePaused(middle, 'approval', [child.executionId]);
    await storePaused(child, 'turn');
    await sweep.sweep();
    expect(woken).toEqual([child.executionId]);
  });
});
