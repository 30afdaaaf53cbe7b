import { describe, expect, it } from '@jest/globals';
import { BatchedCall } from './batched-call.js';

describe('batched call', () => {
  it('batches concurrent calls, and puts calls during a batch into the next', async () => {
    const batches: number[][] = [];
    const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const started = Promise.withResolvers<undefined>();
    const doubled = new BatchedCall<number, number>(async (items) => {
      const gate = gates[batches.push([...items]) - 1];
      started.resolve(undefined);
      await gate?.promise;
      return items.map((item) => item * 2);
    }, 3);
    const first = [doubled.call(1), doubled.call(2)];
    await started.promise;
    const second = [3, 4, 5, 6].map((item) => doubled.call(item));
    gates[0]!.resolve(undefined);
    gates[1]!.resolve(undefined);
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8, 10, 12]);
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it('waits leadMs for more calls, unless the batch is full', async () => {
    const batches: number[][] = [];
    const patient = new BatchedCall<number, number>(
      (items) => {
        batches.push([...items]);
        return Promise.resolve(items);
      },
      3,
      0,
      50,
    );
    const calls = [patient.call(1)];
    await new Promise((resolve) => setImmediate(resolve));
    calls.push(patient.call(2));
    await Promise.all(calls);
    await Promise.all([3, 4, 5, 6].map((item) => patient.call(item)));
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });

  it('rejects the calls of a failed batch and runs the next batch', async () => {
    let calls = 0;
    const flaky = new BatchedCall<number, number>((items) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('away')) : Promise.resolve(items);
    }, 10);
    const failed = await Promise.allSettled([flaky.call(1), flaky.call(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flaky.call(3)).toBe(3);
  });

  it('is idle only after the calls that arrived during a batch', async () => {
    const done: number[] = [];
    const calls = new BatchedCall<number, undefined>(async (items) => {
      await Promise.resolve();
      if (items.includes(1)) void calls.call(2);
      done.push(...items);
      return items.map(() => undefined);
    }, 10);
    await calls.idle();
    void calls.call(1);
    await calls.idle();
    expect(done).toEqual([1, 2]);
  });
});
