import { describe, expect, it } from '@jest/globals';
import type { WorkflowExecutionCompleted } from '@libs/contracts';
import fc from 'fast-check';
import { inParts } from './delivery-bodies.js';
import type { TargetedDelivery } from './planned-delivery.js';

const announced = (outputBytes: number, includeTraceSpans: boolean, subscriptions: number) => {
  const completed = { finalOutput: 'x'.repeat(outputBytes), files: null };
  const delivery = {
    completed: completed as unknown as WorkflowExecutionCompleted,
    subscription: { includeFinalOutput: true, includeTraceSpans },
  } as unknown as TargetedDelivery;
  return { deliveries: Array.from({ length: subscriptions }, () => ({ ...delivery })) };
};

describe('the parts of a fan-out', () => {
  it('contain every completion once, in order, and at most 4 MiB of bodies each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(600_000), fc.boolean(), fc.nat(3)), { maxLength: 60 }),
        (shapes) => {
          const all = shapes.map((shape) => announced(...shape));
          const parts = [...inParts(all)];
          expect(parts.flat()).toEqual(all);
          for (const part of parts) {
            const subscribed = part.filter(({ deliveries }) => deliveries.length > 0);
            const bytes = subscribed.reduce((sum, { deliveries: [first] }) => {
              if (first === undefined || first.subscription.includeTraceSpans) return sum + 262_144;
              return sum + Math.min(first.completed.finalOutput?.length ?? 0, 262_144);
            }, 0);
            expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are a single part for small completions', () => {
    const all = Array.from({ length: 500 }, () => announced(100, false, 2));
    expect([...inParts(all)]).toEqual([all]);
  });
});
