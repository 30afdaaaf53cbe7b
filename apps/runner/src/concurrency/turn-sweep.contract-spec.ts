/** Repairs that only the sweep makes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { arrivalOf, startTestTurns, type TestTurns } from '../testing/test-turns.js';
import type { TurnArrival } from './turn-table.js';
import type { TurnSweep } from './turn-sweep.js';

let world: TestTurns;

beforeAll(async () => {
  world = await startTestTurns();
}, 120_000);

afterAll(() => world.stop(), 60_000);

beforeEach(() => world.clear());

describe('the sweep of turns', () => {
  it('holds an account to its number over all its workflows, without counting what is paused', async () => {
    const accountId = await world.storeAccount(2);
    const { turns, sweep } = world.startTurns();
    const arrivals = [1, 2, 3].map(() => arrivalOf(accountId, randomUUID(), { ownLimit: null }));
    expect(await Promise.all(arrivals.map((one) => turns.take(one)))).toEqual([
      'granted',
      'granted',
      'waits',
    ]);
    await sweep.sweep();
    expect(world.woken).toEqual([]);
    await world.storePaused(arrivals[0]!, 'approval');
    await sweep.sweep();
    expect(world.woken).toEqual([arrivals[2]!.executionId]);
  });

  it('goes by the deployed version: a limit raised there lets those in line begin', async () => {
    const accountId = await world.storeAccount();
    const workflowId = randomUUID();
    const { pool } = world.database;
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
    const { turns, sweep } = world.startTurns();
    const arrivals = [1, 2, 3, 4, 5].map(() => arrivalOf(accountId, workflowId));
    await Promise.all(arrivals.map((one) => turns.take(one)));
    const ids = arrivals.map(({ executionId }) => executionId);
    await pool.query('update workflow set deployed_version = 2 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(world.woken).toEqual(ids.slice(1, 3));
    await pool.query('update workflow set deployed_version = 3 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(world.woken).toEqual(ids.slice(1));
  });

  it('takes back the place of an execution whose end nobody reported, and repeats an order that was lost', async () => {
    const accountId = await world.storeAccount();
    const { turns, sweep } = world.startTurns();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    await turns.take(first);
    await turns.take(second);
    await world.storeLog(first, true);
    await world.storeLog(second, false);
    await world.storePaused(second, 'turn');
    await sweep.sweep();
    expect(world.woken).toEqual([second.executionId]);
    await sweep.sweep();
    expect(world.woken).toHaveLength(1);
    await world.database.pool.query(
      `update execution_turn set issued_at = now() - interval '1 minute'`,
    );
    await sweep.sweep();
    expect(world.woken).toEqual([second.executionId, second.executionId]);
  });

  it('lets a child run go on in the place of the execution of its own workflow that waits for it', async () => {
    const accountId = await world.storeAccount();
    const { turns, sweep } = world.startTurns();
    const [top, middle, child] = [
      arrivalOf(accountId, accountId),
      arrivalOf(accountId, randomUUID(), { ownLimit: null }),
      arrivalOf(accountId, accountId),
    ];
    expect(await turns.take(top)).toBe('granted');
    expect(await turns.take(child)).toBe('waits');
    await world.storePaused(top, 'approval', [middle.executionId]);
    await world.storePaused(middle, 'approval', [child.executionId]);
    await world.storePaused(child, 'turn');
    await sweep.sweep();
    expect(world.woken).toEqual([child.executionId]);
  });
});

/** How far the ledger of each partition reaches. */
const owned = [10, 20].map((ledgerOffset, partition) => ({ partition, ledgerOffset }));

async function count(sweep: TurnSweep): Promise<void> {
  for (const { partition, ledgerOffset } of owned)
    await world.storeProgress(partition, ledgerOffset);
  await sweep.sweep(owned);
}

describe('after a start of Postgres', () => {
  let accountId: string;
  let workflowId: string;
  const arrive = (): TurnArrival => arrivalOf(accountId, workflowId);

  beforeEach(async () => {
    accountId = await world.storeAccount();
    workflowId = await world.storeWorkflow(accountId, 1);
  });

  it('gives no place until all owners have said how far the ledger reaches, and the projection has that', async () => {
    const { turns, sweep } = world.startTurns();
    await world.restore();
    const first = arrive();
    expect(await turns.take(first)).toBe('waits');
    await world.storeProgress(0, 10);
    await sweep.sweep(owned.slice(0, 1));
    expect(await turns.take(first)).toBe('waits');
    await world.storeProgress(1, 19);
    await sweep.sweep(owned);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    await world.storeProgress(1, 20);
    await sweep.sweep(owned);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([first.executionId]);
    expect(await world.startTurns().turns.take(arrive())).toBe('waits');
  });

  it('knows the places of executions that began after the copy was made, paused ones among them', async () => {
    const { turns, sweep } = world.startTurns();
    await world.restore();
    const [holder, next] = [arrive(), arrive()];
    await world.storeLog(holder, false);
    await world.storePaused(holder, 'approval');
    await count(sweep);
    expect(await turns.take(next)).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    await world.database.pool.query('update execution_log set ended_at = now()');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([next.executionId]);
  });

  it('knows the places of executions that were in line when the copy was made', async () => {
    const { turns, sweep } = world.startTurns();
    const [first, second] = [arrive(), arrive()];
    await turns.take(first);
    await turns.take(second);
    await world.restore();
    await world.database.pool.query(
      `insert into execution_turn (execution_id, account_id, workflow_id, requested_at, own_limit) values ($1, $2, $3, now(), 1)`,
      [second.executionId, accountId, workflowId],
    );
    // Meanwhile the first has ended, and the second has begun.
    turns.leave(first.executionId);
    await world.storeLog(first, true);
    await world.storeLog(second, false);
    await count(sweep);
    expect(await world.startTurns().turns.take(arrive())).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
  });

  it('knows the places of executions that were let begin, and of which the ledger has nothing yet', async () => {
    const { turns, sweep } = world.startTurns();
    const [first, next] = [arrive(), arrive()];
    expect(await turns.take(first)).toBe('granted');
    await world.restore();
    await count(sweep);
    expect(await world.startTurns().turns.take(next)).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    turns.release(first.executionId, accountId);
    await turns.stop();
    expect(world.woken).toEqual([next.executionId]);
  });

  it('puts those in line that are paused until it is their turn', async () => {
    const { sweep } = world.startTurns();
    await world.restore();
    const waiting = arrive();
    await world.storeLog(waiting, false);
    await world.storePaused(waiting, 'turn');
    await count(sweep);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([waiting.executionId]);
  });

  it('counts nothing that no limit counts', async () => {
    const { sweep } = world.startTurns();
    await world.restore();
    await world.storeLog(arrivalOf(accountId, randomUUID()), false);
    await count(sweep);
    const { rows } = await world.database.pool.query('select from execution_turn');
    expect(rows).toHaveLength(0);
  });
});
