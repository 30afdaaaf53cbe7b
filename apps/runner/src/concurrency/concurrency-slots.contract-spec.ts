/** Which executions get a slot, and when, with several runners at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { eventually } from '../../../../test/support/eventually.js';
import { arrivalOf, startTestSlots, type TestSlots } from '../testing/test-slots.js';
import type { Arrival } from './slot-table.js';
import { releaseSql } from './slots.sql.js';

let world: TestSlots;

beforeAll(async () => {
  world = await startTestSlots();
}, 120_000);

afterAll(() => world.stop());

beforeEach(() => world.clear());

describe('ConcurrencySlots', () => {
  it('grants no more slots than the limit, in request order, to several runners', async () => {
    const accountId = await world.storeAccount();
    const workflowId = randomUUID();
    const runners = [world.startSlots(), world.startSlots(), world.startSlots()];
    const arrivals = Array.from({ length: 60 }, () =>
      arrivalOf(accountId, workflowId, { ownLimit: 2 }),
    );
    const answers = await Promise.all(
      arrivals.map((arrival, n) => runners[n % 3]!.slots.request(arrival)),
    );
    expect(answers.filter((answer) => answer === 'granted')).toHaveLength(2);
    let running = arrivals.filter((_, n) => answers[n] === 'granted');
    const begun = running.map(({ executionId }) => executionId);
    while (running.length > 0) {
      for (const [n, { executionId }] of running.entries())
        runners[n % 3]!.slots.release(executionId, accountId);
      await Promise.all(runners.map(({ slots }) => slots.stop()));
      const { rows } = await world.database.pool.query<{ execution_id: string }>(
        'select execution_id from execution_turn where granted_at is not null',
      );
      expect(rows.length).toBeLessThanOrEqual(2);
      running = arrivals.filter((one) => rows.some((row) => row.execution_id === one.executionId));
      begun.push(...running.map(({ executionId }) => executionId));
    }
    expect(new Set(begun).size).toBe(60);
    expect(world.woken.toSorted()).toEqual(begun.slice(2).toSorted());
    // In request order, except those that ran before older ones had asked.
    const ranks = begun.slice(2).map((id) => arrivals.findIndex((one) => one.executionId === id));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
  });

  it('serves every execution within the limits without the sweep', async () => {
    const accountId = await world.storeAccount(3);
    const workflowIds = [randomUUID(), randomUUID()];
    const runners = [world.startSlots(), world.startSlots(), world.startSlots()];
    const limit = 2;
    const running = new Map<string, string>();
    const ended = new Set<string>();
    let most = 0;
    let mostOfWorkflow = 0;
    const arrivals = Array.from({ length: 120 }, (_, n) =>
      arrivalOf(accountId, workflowIds[n % 2]!, { ownLimit: limit }),
    );
    const runOf = async ({ executionId, workflowId }: Arrival, n: number): Promise<void> => {
      running.set(executionId, workflowId);
      const beside = [...running.values()].filter((id) => id === workflowId).length;
      [most, mostOfWorkflow] = [Math.max(most, running.size), Math.max(mostOfWorkflow, beside)];
      for (let turn = 0; turn < n % 4; turn += 1) await setImmediate();
      running.delete(executionId);
      ended.add(executionId);
      runners[(n + 1) % 3]!.slots.release(executionId, accountId);
    };
    const began = new Set<string>();
    const begin = (one: Arrival, n: number): void => {
      if (began.has(one.executionId)) return;
      began.add(one.executionId);
      void runOf(one, n);
    };
    await Promise.all(
      arrivals.map(async (arrival, n) => {
        for (let turn = 0; turn < n; turn += 1) await setImmediate();
        if ((await runners[n % 3]!.slots.request(arrival)) === 'granted') begin(arrival, n);
      }),
    );
    await eventually('every execution had a slot', () => {
      for (const [n, arrival] of arrivals.entries())
        if (world.woken.includes(arrival.executionId)) begin(arrival, n);
      return ended.size === arrivals.length;
    });
    expect(most).toBeLessThanOrEqual(3);
    expect(mostOfWorkflow).toBeLessThanOrEqual(limit);
    await Promise.all(runners.map(({ slots }) => slots.stop()));
    const { rows } = await world.database.pool.query('select from execution_turn');
    expect(rows).toHaveLength(0);
  });

  it('frees slots without synchronous commit', async () => {
    const client = await world.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(releaseSql, [[], []]);
      const { rows } = await client.query('show synchronous_commit');
      expect(rows).toEqual([{ synchronous_commit: 'off' }]);
      await client.query('rollback');
    } finally {
      client.release();
    }
  });

  it('grants free slots of the workflow and the account to any runner', async () => {
    const accountId = await world.storeAccount(4);
    const [narrow, wide] = [randomUUID(), randomUUID()];
    const runners = [world.startSlots(), world.startSlots(), world.startSlots()];
    const ask = (...limits: (number | null)[]): Promise<string[]> =>
      Promise.all(
        limits.map((ownLimit, n) =>
          runners[n]!.slots.request(
            arrivalOf(accountId, ownLimit === null ? wide : narrow, { ownLimit }),
          ),
        ),
      );
    expect(await ask(2, null, 2)).toEqual(['granted', 'granted', 'granted']);
    expect(await ask(2)).toEqual(['waits']);
    // One slot of the account is left, and the waiting execution can't use it.
    expect((await ask(null, null, null)).toSorted()).toEqual(['granted', 'waits', 'waits']);
    const { rows } = await world.database.pool.query(
      'select 1 from execution_turn where granted_at is not null',
    );
    expect(rows).toHaveLength(4);
  });

  it('repeats an answer and reports a slot that was granted since', async () => {
    const accountId = await world.storeAccount();
    const { slots } = world.startSlots();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    expect(await slots.request(first)).toBe('granted');
    expect(await slots.request(first)).toBe('granted');
    expect(await slots.request(second)).toBe('waits');
    slots.release(first.executionId, accountId);
    await slots.stop();
    expect(world.woken).toEqual([second.executionId]);
    expect(await world.startSlots().slots.request(second)).toBe('granted');
  });

  it('counts an execution that already runs, even above the limit', async () => {
    const accountId = await world.storeAccount();
    const { slots } = world.startSlots();
    const [first, second] = [arrivalOf(accountId, accountId), arrivalOf(accountId, accountId)];
    expect(await slots.request(first)).toBe('granted');
    expect(await slots.request({ ...second, hasBegun: true })).toBe('granted');
    expect(await slots.request(arrivalOf(accountId, accountId))).toBe('waits');
  });
});
