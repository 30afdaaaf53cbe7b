import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DueHeap } from './due-heap.js';

const drain = (heap: DueHeap<{ dueAt: number }>): number[] => {
  const popped: number[] = [];
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) popped.push(next.dueAt);
  return popped;
};

describe('the heap of due times', () => {
  it('pops the retained items in the order of their due times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(50), (dueTimes, limit) => {
        const heap = new DueHeap<{ dueAt: number }>();
        for (const dueAt of dueTimes) heap.push({ dueAt });
        expect(heap.peek()?.dueAt).toBe(dueTimes.length === 0 ? undefined : Math.min(...dueTimes));
        heap.retain(({ dueAt }) => dueAt <= limit);
        const kept = dueTimes.filter((dueAt) => dueAt <= limit).sort((a, b) => a - b);
        expect(heap.size).toBe(kept.length);
        expect(drain(heap)).toEqual(kept);
      }),
    );
  });
});
