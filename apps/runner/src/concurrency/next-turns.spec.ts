import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextTurns, type TurnLine } from './next-turns.js';

const turn = (executionId: string, requestedAt: number, skips = false) => ({
  executionId,
  requestedAt,
  skips,
});

describe('next turns', () => {
  it('gives one place to the oldest request, and lets nobody past who is behind it', () => {
    const line = { limit: 1, held: 0, waiting: [turn('a', 1), turn('b', 2)] };
    expect(nextTurns(Infinity, [line])).toEqual({ granted: ['a'], skipped: [] });
    expect(nextTurns(Infinity, [{ ...line, held: 1 }])).toEqual({ granted: [], skipped: [] });
  });

  it('skips who is not to wait, when the workflow is full or others are in line for its last place', () => {
    const full = { limit: 1, held: 1, waiting: [turn('a', 1, true)] };
    expect(nextTurns(Infinity, [full]).skipped).toEqual(['a']);
    const line = { limit: 1, held: 0, waiting: [turn('a', 1), turn('b', 2, true)] };
    expect(nextTurns(0, [line])).toEqual({ granted: [], skipped: ['b'] });
  });

  it('lets who would rather skip wait for a place of the account, which is not its workflow’s doing', () => {
    const line = { limit: 2, held: 0, waiting: [turn('a', 1, true)] };
    expect(nextTurns(0, [line])).toEqual({ granted: [], skipped: [] });
  });

  it('gives the places of an account to its oldest requests, past workflows that are full', () => {
    const full = { limit: 1, held: 1, waiting: [turn('a', 1)] };
    const free = { limit: null, held: 7, waiting: [turn('b', 2), turn('c', 4)] };
    const other = { limit: 5, held: 0, waiting: [turn('d', 3)] };
    expect(nextTurns(2, [full, free, other]).granted).toEqual(['b', 'd']);
  });

  const lines = fc.array(
    fc.record({
      limit: fc.option(fc.integer({ min: 1, max: 4 })),
      held: fc.nat(5),
      waiting: fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 8 }),
    }),
    { maxLength: 4 },
  );

  it('never exceeds a limit, leaves no place empty that somebody could take, and keeps every line in order', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(8)), lines, (accountRoom, raw) => {
        const room = accountRoom ?? Infinity;
        const made: TurnLine[] = raw.map(({ waiting, ...line }, l) => ({
          ...line,
          waiting: [...waiting]
            .sort(([one], [other]) => one - other)
            .map(([requestedAt, skips], n) => turn(`${l}-${n}`, requestedAt, skips)),
        }));
        const { granted, skipped } = nextTurns(room, made);
        const outcome = (id: string): string =>
          granted.includes(id) ? 'granted' : skipped.includes(id) ? 'skipped' : 'waits';
        expect(granted.length).toBeLessThanOrEqual(room);
        for (const { limit, held, waiting } of made) {
          const outcomes = waiting.map(({ executionId }) => outcome(executionId));
          const taken = outcomes.filter((one) => one === 'granted').length;
          if (taken > 0) expect(held + taken).toBeLessThanOrEqual(limit ?? Infinity);
          // In order: nothing is granted after an execution that stays in the queue.
          const first = outcomes.indexOf('waits');
          if (first >= 0) expect(outcomes.slice(first)).not.toContain('granted');
          // An execution waits only because its workflow or its account is full.
          if (first >= 0)
            expect(held + taken >= (limit ?? Infinity) || granted.length >= room).toBe(true);
          // Only executions that asked for it are skipped, and only when their workflow is full.
          for (const [n, { skips }] of waiting.entries())
            if (outcomes[n] === 'skipped') {
              expect(skips).toBe(true);
              const before = outcomes.slice(0, n).filter((one) => one !== 'skipped').length;
              expect(held + before).toBeGreaterThanOrEqual(limit ?? Infinity);
            }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
