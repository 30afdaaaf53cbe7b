import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '@libs/persistence';
import { limitsBlockOf } from './limits.schemas.js';

const config = {
  FLOWLEDGER_LOGS_PER_MINUTE: 600,
  FLOWLEDGER_EXECUTIONS_PER_MINUTE: 60_000,
  FLOWLEDGER_PLAN_LIMITS: {},
  FLOWLEDGER_LOG_RETENTION_DAYS: { free: 7, pro: 0, team: 0, enterprise: 0 },
};

describe('the limits of a plan', () => {
  it('spec 8.1, 8.2, 8.3: allow 10, 30 and 60 requests of the logs interface per minute', () => {
    const perMinute = (['free', 'pro', 'team'] as const).map(
      (plan) => limitsOf(plan, {}, config).logsPerMinute,
    );
    expect(perMinute).toEqual([10, 30, 60]);
  });

  it('spec 8.4: come from the configuration for enterprise', () => {
    expect(limitsOf('enterprise', {}, config)).toMatchObject({
      logsPerMinute: 600,
      syncExecutionsPerMinute: 60_000,
    });
  });

  it('have default values for executions and usage', () => {
    const numbers = (['free', 'pro', 'team', 'enterprise'] as const).map((plan) => {
      const limits = limitsOf(plan, {}, config);
      return [
        limits.syncExecutionsPerMinute,
        limits.asyncExecutionsPerMinute,
        limits.usageLimitUsd,
        limits.concurrentExecutions,
      ];
    });
    expect(numbers).toEqual([
      [10, 50, 10, 20],
      [25, 200, 20, 50],
      [75, 500, 40, 200],
      [60_000, 60_000, 200, null],
    ]);
  });

  it('have these limits of callers without a key, of bodies and of storage', () => {
    const [mebibyte, gibibyte] = [1024 ** 2, 1024 ** 3];
    const numbers = (['free', 'pro', 'team', 'enterprise'] as const).map((plan) => {
      const limits = limitsOf(plan, {}, config);
      return [
        ...[limits.keyedPercent, limits.triggerCallsPerMinute],
        ...[limits.triggerCallsPerAddressPerMinute, limits.triggerBodyBytes],
        ...[limits.requestBytesPerMinute, limits.storedBytes],
      ];
    });
    expect(numbers).toEqual([
      [20, 30, 20, mebibyte, 20 * mebibyte, gibibyte],
      [20, 120, 60, 5 * mebibyte, 100 * mebibyte, 10 * gibibyte],
      [20, 300, 150, 10 * mebibyte, 500 * mebibyte, 100 * gibibyte],
      [20, 60_000, 60_000, 10 * mebibyte, null, null],
    ]);
  });

  it.each(['free', 'pro', 'team', 'enterprise'] as const)(
    'replace only the configured defaults of %s',
    (plan) => {
      const configured = { logsPerMinute: 7, usageLimitUsd: 8, concurrentExecutions: 9 };
      const changed = { ...config, FLOWLEDGER_PLAN_LIMITS: { [plan]: configured } };
      expect(limitsOf(plan, {}, changed)).toEqual({
        ...limitsOf(plan, {}, config),
        ...configured,
      });
      const other = plan === 'pro' ? 'free' : 'pro';
      expect(limitsOf(other, {}, changed)).toEqual(limitsOf(other, {}, config));
      expect(limitsOf(plan, { logsPerMinute: 77 }, changed)).toMatchObject({
        logsPerMinute: 77,
        usageLimitUsd: 8,
      });
    },
  );

  it("are overridden by an account's own numbers", () => {
    expect(limitsOf('free', { logsPerMinute: 77 }, config)).toMatchObject({
      logsPerMinute: 77,
      syncExecutionsPerMinute: 10,
    });
  });
});

describe('the limits block', () => {
  it('spec 2.3.1, 2.3.2, 2.3.3, 2.3.4, 2.3.5, 2.3.6, 2.3.7, 2.3.8, 2.3.9, 2.3.10: has only these fields', () => {
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
