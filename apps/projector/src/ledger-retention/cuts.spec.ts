import { describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import fc from 'fast-check';
import { cutOf, retentionCutoffs, type Standing } from './cuts.js';

const msPerDay = 86_400_000;
const offset = fc.nat({ max: 50 });
const standing: fc.Arbitrary<Standing> = fc.record({
  topic: fc.constant(topics.events),
  partition: fc.constant(0),
  logStart: offset,
  youngFrom: offset,
  archivedUntil: offset,
  needs: fc.array(fc.record({ by: fc.constantFrom('relay', 'runner'), offset }), { maxLength: 3 }),
});

describe('what may leave Kafka', () => {
  it('is old enough, archived, and below what every reader may ask for', () => {
    fc.assert(
      fc.property(standing, (of) => {
        const { deleteBefore } = cutOf(of);
        expect(deleteBefore).toBeGreaterThanOrEqual(of.logStart);
        if (deleteBefore === of.logStart) return;
        expect(deleteBefore).toBeLessThanOrEqual(of.youngFrom);
        expect(deleteBefore).toBeLessThanOrEqual(of.archivedUntil);
        for (const need of of.needs) expect(deleteBefore).toBeLessThanOrEqual(need.offset);
      }),
    );
  });

  it('is all of that: the rest is young, or is held by what is named', () => {
    fc.assert(
      fc.property(standing, (of) => {
        const { deleteBefore, heldBy } = cutOf(of);
        const limits = [of.archivedUntil, ...of.needs.map((need) => need.offset)];
        expect(heldBy === null).toBe(limits.every((limit) => limit >= of.youngFrom));
        if (heldBy === null) expect(deleteBefore).toBe(Math.max(of.logStart, of.youngFrom));
        else expect(deleteBefore).toBe(Math.max(of.logStart, Math.min(...limits)));
      }),
    );
  });

  it('is at least as old as the retention says, and events are older than requests that stay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 31, max: 9_999 }),
        (now, days) => {
          const cutoffs = retentionCutoffs(now, days);
          for (const { beforeMs } of cutoffs) {
            expect(now - beforeMs).toBeGreaterThanOrEqual(days * msPerDay);
            expect(now - beforeMs).toBeLessThan((days + 2) * msPerDay);
          }
          const at = new Map(cutoffs.map(({ topic, beforeMs }) => [topic, beforeMs]));
          expect(at.get(topics.events)).toBeLessThan(at.get(topics.requests) ?? 0);
          expect(cutoffs[0]?.topic).toBe(topics.requests);
        },
      ),
    );
  });

  it('is never a claim, a completion or a step: those have their own retention', () => {
    const named = retentionCutoffs(0, 31).map(({ topic }) => topic);
    expect(named.sort()).toEqual(
      [topics.control, topics.deliveryEvents, topics.events, topics.requests].sort(),
    );
  });
});
