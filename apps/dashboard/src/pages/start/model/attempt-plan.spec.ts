import { describe, expect, it } from '@jest/globals';
import { attemptPlan, type PlannedDelivery } from './attempt-plan.js';

const attempt = (step: number, status: number | null, trigger = 'automatic') => ({
  ...{ step, trigger, status },
  state: status === 200 ? 'succeeded' : 'pending',
});
const drawn = (delivery: PlannedDelivery | null): string =>
  attemptPlan(delivery)
    .map(({ mark, status, wait }) => `${mark} ${status ?? '-'} ${wait ?? 'by hand'}`)
    .join(', ');

describe('attemptPlan', () => {
  it('shows the whole schedule before anything was sent', () => {
    expect(drawn(null)).toBe(
      'planned - 0 s, planned - +5 s, planned - +15 s, planned - +1 min, planned - +3 min',
    );
  });

  it('shows failed attempts, the one that is due, and the rest', () => {
    const attempts = [attempt(1, 503), attempt(2, null)];
    expect(drawn({ state: 'pending', nextDueAt: '2026-11-28T10:00:00Z', attempts })).toBe(
      'failed 503 0 s, failed - +5 s, due - +15 s, planned - +1 min, planned - +3 min',
    );
  });

  it('shows the attempt that was accepted', () => {
    const attempts = [attempt(1, 503), attempt(2, 200)];
    expect(drawn({ state: 'succeeded', nextDueAt: null, attempts })).toBe(
      'failed 503 0 s, succeeded 200 +5 s, planned - +15 s, planned - +1 min, planned - +3 min',
    );
  });

  it('shows what a person sent after the schedule', () => {
    const attempts = [1, 2, 3, 4, 5].map((step) => attempt(step, 503));
    const redelivered = [...attempts, attempt(5, 200, 'manual')];
    expect(drawn({ state: 'succeeded', nextDueAt: null, attempts: redelivered })).toMatch(
      /failed 503 \+3 min, succeeded 200 by hand$/,
    );
  });

  it('keeps to seven of many attempts, the last ones', () => {
    const attempts = Array.from({ length: 30 }, () => attempt(1, 503, 'manual'));
    const plan = attemptPlan({
      ...{ state: 'succeeded', nextDueAt: null },
      attempts: [...attempts, attempt(1, 200, 'manual')],
    });
    expect(plan).toHaveLength(7);
  });
});
