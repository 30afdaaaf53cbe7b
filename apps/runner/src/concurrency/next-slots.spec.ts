import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextSlots, type SlotLine } from './next-slots.js';

const candidate = (executionId: string, requestedAt: number, skips = false) => ({
  executionId,
  requestedAt,
  skips,
});

describe('nextSlots', () => {
  it('gives the only slot to the oldest request', () => {
    const line = { limit: 1, occupied: 0, waiting: [candidate('a', 1), candidate('b', 2)] };
    expect(nextSlots(Infinity, [line])).toEqual({ granted: ['a'], skipped: [] });
    expect(nextSlots(Infinity, [{ ...line, occupied: 1 }])).toEqual({ granted: [], skipped: [] });
  });

  it('skips an execution whose workflow has no slot left for it', () => {
    const full = { limit: 1, occupied: 1, waiting: [candidate('a', 1, true)] };
    expect(nextSlots(Infinity, [full]).skipped).toEqual(['a']);
    const line = { limit: 1, occupied: 0, waiting: [candidate('a', 1), candidate('b', 2, true)] };
    expect(nextSlots(0, [line])).toEqual({ granted: [], skipped: ['b'] });
  });

  it('keeps a skipping execution waiting when only the account is full', () => {
    const line = { limit: 2, occupied: 0, waiting: [candidate('a', 1, true)] };
    expect(nextSlots(0, [line])).toEqual({ granted: [], skipped: [] });
  });

  it('gives account slots to the oldest requests of workflows with free slots', () => {
    const full = { limit: 1, occupied: 1, waiting: [candidate('a', 1)] };
    const free = { limit: null, occupied: 7, waiting: [candidate('b', 2), candidate('c', 4)] };
    const other = { limit: 5, occupied: 0, waiting: [candidate('d', 3)] };
    expect(nextSlots(2, [full, free, other]).granted).toEqual(['b', 'd']);
  });

  const lines = fc.array(
    fc.record({
      limit: fc.option(fc.integer({ min: 1, max: 4 })),
      occupied: fc.nat(5),
      waiting: fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 8 }),
    }),
    { maxLength: 4 },
  );

  it('stays within the limits, leaves no usable slot free, and keeps request order', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(8)), lines, (accountRoom, raw) => {
        const room = accountRoom ?? Infinity;
        const made: SlotLine[] = raw.map(({ waiting, ...line }, l) => ({
          ...line,
          waiting: [...waiting]
            .sort(([one], [other]) => one - other)
            .map(([requestedAt, skips], n) => candidate(`${l}-${n}`, requestedAt, skips)),
        }));
        const { granted, skipped } = nextSlots(room, made);
        const outcome = (id: string): string =>
          granted.includes(id) ? 'granted' : skipped.includes(id) ? 'skipped' : 'waits';
        expect(granted.length).toBeLessThanOrEqual(room);
        for (const { limit, occupied, waiting } of made) {
          const outcomes = waiting.map(({ executionId }) => outcome(executionId));
          const given = outcomes.filter((one) => one === 'granted').length;
          if (given > 0) expect(occupied + given).toBeLessThanOrEqual(limit ?? Infinity);
          // In order: nothing is granted after an execution that stays in the queue.
          const first = outcomes.indexOf('waits');
          if (first >= 0) expect(outcomes.slice(first)).not.toContain('granted');
          // An execution waits only because its workflow or its account is full.
          if (first >= 0)
            expect(occupied + given >= (limit ?? Infinity) || granted.length >= room).toBe(true);
          // Only executions that asked for it are skipped, and only when their workflow is full.
          for (const [n, { skips }] of waiting.entries())
            if (outcomes[n] === 'skipped') {
              expect(skips).toBe(true);
              const before = outcomes.slice(0, n).filter((one) => one !== 'skipped').length;
              expect(occupied + before).toBeGreaterThanOrEqual(limit ?? Infinity);
            }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
