import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '@libs/persistence';
import { limitsBlockOf } from './limits-block.js';

const config = { FLOWLEDGER_LOGS_PER_MINUTE: 600, FLOWLEDGER_EXECUTIONS_PER_MINUTE: 60_000 };

describe('plans', () => {
  it('have the limits of the logs interface of spec 8', () => {
    const perMinute = (['free', 'pro', 'team'] as const).map(
      (plan) => limitsOf(plan, {}, config).logsPerMinute,
    );
    expect(perMinute).toEqual([10, 30, 60]);
  });

  it('take enterprise from configuration', () => {
    expect(limitsOf('enterprise', {}, config)).toMatchObject({
      logsPerMinute: 600,
      syncExecutionsPerMinute: 60_000,
    });
  });

  it("let an account's own numbers win", () => {
    expect(limitsOf('free', { logsPerMinute: 77 }, config)).toMatchObject({
      logsPerMinute: 77,
      syncExecutionsPerMinute: 10,
    });
  });
});

describe('the limits block', () => {
  it('has the fields of spec 2.3 and no others', () => {
    const resetAt = new Date('2026-01-02T03:05:00.000Z');
    const block = limitsBlockOf({
      plan: 'pro',
      limits: limitsOf('pro', {}, config),
      sync: { limit: 25, remaining: 24, resetAt },
      async: { limit: 200, remaining: 200, resetAt },
      currentPeriodCost: 20,
    });
    expect(block).toEqual({
      workflowExecutionRateLimit: {
        sync: { limit: 25, remaining: 24, resetAt: '2026-01-02T03:05:00.000Z' },
        async: { limit: 200, remaining: 200, resetAt: '2026-01-02T03:05:00.000Z' },
      },
      usage: { currentPeriodCost: 20, limit: 20, plan: 'pro', isExceeded: true },
    });
  });
});
