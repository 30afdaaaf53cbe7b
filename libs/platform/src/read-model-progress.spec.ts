import { describe, expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { ReadModelProgress } from './read-model-progress.js';

const never = new AbortController().signal;

/** A projection that this test moves, and the number of statements that asked for it. */
function projection() {
  const state = { nextOffset: 0, asked: 0, isAway: false };
  const query = (): Promise<object> => {
    state.asked += 1;
    if (state.isAway) return Promise.reject(new Error('away'));
    const row = { partition: 1, next_offset: state.nextOffset, cluster_id: 'c' };
    return Promise.resolve({ rows: [row] });
  };
  const pool = { query } as unknown as Database['pool'];
  return { state, progress: new ReadModelProgress({ pool }) };
}

describe('progress of the read model', () => {
  it('is polled once for many waits', async () => {
    const { state, progress } = projection();
    const passed: number[] = [];
    const waits = [3, 1, 2, 1].map((offset) => ({
      offset,
      over: progress.passed({ partition: 1, offset }, never).then(() => passed.push(offset)),
    }));
    for (const next of [1, 2, 3]) {
      state.nextOffset = next;
      await Promise.all(waits.filter(({ offset }) => offset <= next).map(({ over }) => over));
      expect(passed.filter((offset) => offset > next)).toEqual([]);
    }
    expect(passed).toEqual([1, 1, 2, 3]);
    expect(state.asked).toBeLessThan(10);
  });

  it('ends a wait in a partition without a checkpoint when it is stopped', async () => {
    const { progress } = projection();
    const stop = new AbortController();
    const waiting = progress.passed({ partition: 2, offset: 1 }, stop.signal);
    stop.abort();
    await waiting;
    await progress.passed({ partition: 2, offset: 1 }, stop.signal);
  });

  it('rejects every wait while the database fails, and serves the next one', async () => {
    const { state, progress } = projection();
    state.isAway = true;
    const place = { partition: 1, offset: 1 };
    const waits = [progress.passed(place, never), progress.passed(place, never)];
    for (const { status } of await Promise.allSettled(waits)) expect(status).toBe('rejected');
    Object.assign(state, { isAway: false, nextOffset: 1 });
    await progress.passed(place, never);
  });

  it('is queried by each read and reused by readShared', async () => {
    const { state, progress } = projection();
    await progress.read();
    await progress.readShared();
    expect(state.asked).toBe(1);
    await progress.read();
    expect(state.asked).toBe(2);
  });
});
