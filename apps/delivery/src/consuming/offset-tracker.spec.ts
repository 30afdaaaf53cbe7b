import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OffsetTracker } from './offset-tracker.js';

describe('low watermark of a partition', () => {
  it('never passes an open record and reaches the end when all are settled', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.nat(1000), { minLength: 1 })
          .map((offsets) => offsets.sort((a, b) => a - b)),
        fc.infiniteStream(fc.nat()),
        (offsets, picks) => {
          const tracker = new OffsetTracker();
          for (const offset of offsets) expect(tracker.admit(offset)).toBe(true);
          const open = [...offsets];
          while (open.length > 0) {
            expect(tracker.committable).toBe(open[0]);
            expect(tracker.openCount).toBe(open.length);
            const [settled] = open.splice(picks.next().value % open.length, 1);
            tracker.settle(settled!);
          }
          expect(tracker.committable).toBe(offsets.at(-1)! + 1);
        },
      ),
    );
  });

  it('does not admit a batch that comes again', () => {
    const tracker = new OffsetTracker();
    expect(tracker.committable).toBeNull();
    tracker.admit(4);
    tracker.settle(4);
    expect(tracker.admit(4)).toBe(false);
    expect(tracker.committable).toBe(5);
  });
});
