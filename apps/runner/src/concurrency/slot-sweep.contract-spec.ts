/** Repairs that only the sweep makes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { arrivalOf, startTestSlots, type TestSlots } from '../testing/test-slots.js';
import type { Arrival } from './slot-table.js';
import type { SlotSweep } from './slot-sweep.js';

let world: TestSlots;

beforeAll(async () => {
  world = await startTestSlots();
}, 120_000);

afterAll(() => world.stop());

beforeEach(() => world.clear());

describe('the sweep of concurrency slots', () => {
  it('applies an account limit to all its workflows, without paused executions', async () => {
    const accountId = await world.storeAccount(2);
    const { slots, sweep } = world.startSlots();
    const arrivals = [1, 2, 3].map(() => arrivalOf(accountId, randomUUID(), { ownLimit: null }));
    expect(await Promise.all(arrivals.map((one) => slots.request(one)))).toEqual([
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

  it('applies the limit of the deployed version to waiting executions', async () => {
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
    const { slots, sweep } = world.startSlots();
    const arrivals = [1, 2, 3, 4, 5].map(() => arrivalOf(accountId, workflowId));
    await Promise.all(arrivals.map((one) => slots.request(one)));
    const ids = arrivals.map(({ executionId }) => executionId);
    await pool.query('update workflow set deployed_version = 2 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(world.woken).toEqual(ids.slice(1, 3));
    await pool.query('update workflow set deployed_version = 3 where id = $1', [workflowId]);
    await sweep.sweep();
    expect(world.woken).toEqual(ids.slice(1));
  });

  it('frees the slot of an unreported end and repeats a lost command', async () => {
    const accountId = await world.storeAccount();
    const { slots, sweep } = world.startSlots();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    await slots.request(first);
    await slots.request(second);
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

  it('gives a child run the slot of a waiting ancestor of the same workflow', async () => {
    const accountId = await world.storeAccount();
    const { slots, sweep } = world.startSlots();
    const [top, middle, child] = [
      arrivalOf(accountId, accountId),
      arrivalOf(accountId, randomUUID(), { ownLimit: null }),
      arrivalOf(accountId, accountId),
    ];
    expect(await slots.request(top)).toBe('granted');
    expect(await slots.request(child)).toBe('waits');
    await world.storePaused(top, 'approval', [middle.executionId]);
    await world.storePaused(middle, 'approval', [child.executionId]);
    await world.storePaused(child, 'turn');
    await sweep.sweep();
    expect(world.woken).toEqual([child.executionId]);
  });
});

/** How far the ledger of each partition reaches. */
const owned = [10, 20].map((ledgerOffset, partition) => ({ partition, ledgerOffset }));

async function count(sweep: SlotSweep): Promise<void> {
  for (const { partition, ledgerOffset } of owned)
    await world.storeProgress(partition, ledgerOffset);
  await sweep.sweep(owned);
}

describe('the sweep of concurrency slots after a start of Postgres', () => {
  let accountId: string;
  let workflowId: string;
  const arrive = (): Arrival => arrivalOf(accountId, workflowId);

  beforeEach(async () => {
    accountId = await world.storeAccount();
    workflowId = await world.storeWorkflow(accountId, 1);
  });

  it('grants no slot until the projection reaches the ledger offsets of all owners', async () => {
    const { slots, sweep } = world.startSlots();
    await world.restore();
    const first = arrive();
    expect(await slots.request(first)).toBe('waits');
    await world.storeProgress(0, 10);
    await sweep.sweep(owned.slice(0, 1));
    expect(await slots.request(first)).toBe('waits');
    await world.storeProgress(1, 19);
    await sweep.sweep(owned);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    await world.storeProgress(1, 20);
    await sweep.sweep(owned);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([first.executionId]);
    expect(await world.startSlots().slots.request(arrive())).toBe('waits');
  });

  it('restores the slot of a paused execution that started after the backup', async () => {
    const { slots, sweep } = world.startSlots();
    await world.restore();
    const [holder, next] = [arrive(), arrive()];
    await world.storeLog(holder, false);
    await world.storePaused(holder, 'approval');
    await count(sweep);
    expect(await slots.request(next)).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    await world.database.pool.query('update execution_log set ended_at = now()');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([next.executionId]);
  });

  it('restores the slot of an execution that was waiting in the backup', async () => {
    const { slots, sweep } = world.startSlots();
    const [first, second] = [arrive(), arrive()];
    await slots.request(first);
    await slots.request(second);
    await world.restore();
    await world.database.pool.query(
      `insert into execution_turn (execution_id, account_id, workflow_id, requested_at, own_limit) values ($1, $2, $3, now(), 1)`,
      [second.executionId, accountId, workflowId],
    );
    // Meanwhile the first has ended, and the second has begun.
    slots.leave(first.executionId);
    await world.storeLog(first, true);
    await world.storeLog(second, false);
    await count(sweep);
    expect(await world.startSlots().slots.request(arrive())).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
  });

  it('restores a granted slot that the ledger does not show yet', async () => {
    const { slots, sweep } = world.startSlots();
    const [first, next] = [arrive(), arrive()];
    expect(await slots.request(first)).toBe('granted');
    await world.restore();
    await count(sweep);
    expect(await world.startSlots().slots.request(next)).toBe('waits');
    await sweep.sweep(owned);
    expect(world.woken).toEqual([]);
    slots.release(first.executionId, accountId);
    await slots.stop();
    expect(world.woken).toEqual([next.executionId]);
  });

  it('queues executions that are parked for a slot', async () => {
    const { sweep } = world.startSlots();
    await world.restore();
    const waiting = arrive();
    await world.storeLog(waiting, false);
    await world.storePaused(waiting, 'turn');
    await count(sweep);
    await sweep.sweep(owned);
    expect(world.woken).toEqual([waiting.executionId]);
  });

  it('adds no slot for an execution that no limit counts', async () => {
    const { sweep } = world.startSlots();
    await world.restore();
    await world.storeLog(arrivalOf(accountId, randomUUID()), false);
    await count(sweep);
    const { rows } = await world.database.pool.query('select from execution_turn');
    expect(rows).toHaveLength(0);
  });
});
