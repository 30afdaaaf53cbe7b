import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Fifo } from './fifo.js';

describe('a queue', () => {
  it('behaves like an array, also beyond the size at which it compacts', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ push: fc.nat(3_000) }),
        fc.record({ shift: fc.nat(3_000) }),
        fc.record({ beyond: fc.nat(4_000) }),
      ),
    );
    fc.assert(
      fc.property(steps, (run) => {
        const queue = new Fifo<number>();
        const array: number[] = [];
        let next = 0;
        for (const step of run) {
          if ('push' in step) {
            for (let count = step.push; count > 0; count -= 1) {
              queue.push(next);
              array.push(next++);
            }
          } else if ('shift' in step) {
            const taken = Array.from({ length: step.shift }, () => queue.shift());
            expect(taken).toEqual(Array.from({ length: step.shift }, () => array.shift()));
          } else expect(queue.takeBeyond(step.beyond)).toEqual(array.splice(step.beyond));
          expect(queue.length).toBe(array.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
