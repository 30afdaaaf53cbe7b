/** What the sweep finds that nobody else does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { arrivalOf, startTestTurns, type TestTurns } from '../testing/test-turns.js';

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

  it('finds those in line again when the table was lost', async () => {
    const accountId = await world.storeAccount();
    const waiting = arrivalOf(accountId, accountId);
    await world.storeLog(waiting, false);
    await world.storePaused(waiting, 'turn');
    await world.startTurns().sweep.sweep();
    expect(world.woken).toEqual([waiting.executionId]);
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
