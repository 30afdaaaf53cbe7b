import { describe, expect, it } from '@jest/globals';
import { isLarge, mapInTurns, ownTurn, runInTurns, slices } from './index.js';

describe('slices', () => {
  it('start one after the other, each in its own round of the event loop', async () => {
    let round = 0;
    let isCounting = true;
    const count = (): void => {
      round += 1;
      if (isCounting) setImmediate(count);
    };
    setImmediate(count);
    const rounds = await Promise.all(
      Array.from({ length: 5 }, () => slices.next().then(() => round)),
    );
    isCounting = false;
    expect(new Set(rounds).size).toBe(5);
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
  });

  it('are used only for large values', async () => {
    expect([isLarge(1_000), ownTurn(1_000)]).toEqual([false, null]);
    expect(isLarge(1_000_000)).toBe(true);
    await expect(ownTurn(1_000_000)).resolves.toBeUndefined();
  });

  it('let other work run while a long list is mapped', async () => {
    const seen: string[] = [];
    const other = new Promise((resolve) => setImmediate(() => resolve(seen.push('other'))));
    const mapped = await mapInTurns([1, 2, 3], (n, at) => (seen.push(`${n}`), n * 10 + at), 2);
    await other;
    expect(mapped).toEqual([10, 21, 32]);
    expect(seen).toEqual(['1', '2', 'other', '3']);
  });

  it('end when the time of a turn is over, after whole steps', async () => {
    let clockMs = 0;
    const seen: string[] = [];
    function* steps(): Generator<void, string, void> {
      for (const [name, ms] of [
        ['a', 4],
        ['b', 7],
        ['c', 1],
      ] as const) {
        seen.push(name);
        clockMs += ms;
        yield;
      }
      return 'done';
    }
    setImmediate(() => seen.push('other'));
    expect(await runInTurns(steps(), () => clockMs)).toBe('done');
    expect(seen).toEqual(['a', 'b', 'other', 'c']);
  });
});
