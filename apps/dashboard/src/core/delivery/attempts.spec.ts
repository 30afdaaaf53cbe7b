import { describe, expect, it } from '@jest/globals';
import { attemptsOnAxis, readAttempt } from './attempts.js';

const at = (ms: number): string => new Date(ms).toISOString();
const attempt = (number: number, startMs: number, status: number | null) =>
  readAttempt({
    ...{ number, startedAt: at(startMs), latencyMs: 100, status },
    state: status === 200 ? 'succeeded' : 'retrying',
  });

describe('the attempts of a delivery on their axis', () => {
  it('are in their order, with the waits between them', () => {
    const axis = attemptsOnAxis([attempt(2, 5_100, 200), attempt(1, 0, 503)], null);
    expect(axis.map(({ number, mark, afterMs }) => [number, mark, afterMs])).toEqual([
      [1, 'failed', null],
      [2, 'succeeded', 5_000],
    ]);
  });

  it('end with the one that is due', () => {
    expect(attemptsOnAxis([attempt(1, 0, 503)], at(15_100)).at(-1)).toEqual({
      ...{ number: null, mark: 'due', afterMs: 15_000, attempt: null },
    });
    expect(attemptsOnAxis([], at(1))).toHaveLength(1);
  });

  it('are read from any shape', () => {
    expect(readAttempt({ number: 'x', responseHeaders: 7 })).toMatchObject({
      ...{ number: 0, status: null, responseHeaders: null },
    });
  });
});
