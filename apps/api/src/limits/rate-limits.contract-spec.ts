import { describe, expect, it } from '@jest/globals';
import { rateWindowMs } from '@libs/persistence';
import { copyTables } from '../../../../test/support/table-copy.js';
import { admit, admittedOf } from '../testing/admitted-calls.js';
import { openApiDatabase } from '../testing/open-test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';
import { withTimeInWindow } from '../testing/limited-workflow.js';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import { RateLimits } from './rate-limits.js';

const base = openApiDatabase();

const principalOf = (tenant: Tenant, plan: Principal['plan']): Principal => ({
  accountId: tenant.accountId,
  workspaceId: tenant.workspaceId,
  keyId: 'key',
  sessionId: null,
  userId: null,
  role: 'viewer',
  scopes: ['logs:read'],
  ...{ expiresAt: null, workflowIds: null, allowedAddresses: null },
  plan,
  accountLimits: {},
  suspension: null,
});

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : String(error));

describe('RateLimits', () => {
  it('spec 8.1, 8.2, 8.3: allows 10, 30 and 60 logs calls a minute on all instances', async () => {
    for (const [plan, limit] of [
      ['free', 10],
      ['pro', 30],
      ['team', 60],
    ] as const) {
      const principal = principalOf(await createTenant(base, { plan }), plan);
      const instances = [1, 2, 3].map(() => new RateLimits(base.database, base.config));
      await withTimeInWindow(5_000);
      const calls = await Promise.all(
        Array.from({ length: 40 }, () =>
          instances.map((instance) => instance.consumeLogsCall(principal, true)),
        ).flat(),
      );
      expect(calls.filter(({ allowed }) => allowed).length).toBe(limit);
      expect(
        calls.every(
          (call) => call.limit === limit && call.remaining >= 0 && call.remaining <= limit,
        ),
      ).toBe(true);
    }
  });

  it('spec 8.12: refuses an execution over the limit with a code and Retry-After', async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const limits = new RateLimits(base.database, base.config);
    const consume = () => admit(limits, tenant, 'free', { syncExecutionsPerMinute: 3 });
    await withTimeInWindow(5_000);
    for (let call = 0; call < 3; call += 1) await consume();
    const refusal = await consume().catch((error: unknown) => error);
    expect(codeOf(refusal)).toBe('RATE_LIMITED');
    const retryAfter = Number((refusal as ApiError).headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(rateWindowMs / 1_000);
    await admit(limits, tenant, 'free', {}, { mode: 'async' });
  });

  it('grants the limit again when an older Postgres is restored within the minute', async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const restore = await copyTables(base.database.pool, ['rate_limit']);
    const granted = async (): Promise<number> => {
      const limits = new RateLimits(base.database, base.config);
      const calls = Array.from({ length: 6 }, () =>
        admit(limits, tenant, 'free', { syncExecutionsPerMinute: 3 }),
      );
      return admittedOf(calls);
    };
    await withTimeInWindow(5_000);
    expect(await granted()).toBe(3);
    expect(await granted()).toBe(0);
    await restore();
    expect(await granted()).toBe(3);
  });

  it('needs fewer than 100 statements for 5,000 executions', async () => {
    const tenant = await createTenant(base);
    let statements = 0;
    const { pool } = base.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    const counted = Object.create(pool) as typeof pool;
    counted.query = ((...args: unknown[]) => {
      statements += 1;
      return query(...args);
    }) as typeof pool.query;
    const limits = new RateLimits({ ...base.database, pool: counted }, base.config);
    for (let call = 0; call < 5_000; call += 1) await admit(limits, tenant, 'enterprise');
    expect(statements).toBeLessThan(100);
  });

  it('counts the executions of other instances in the limits block', async () => {
    const principal = principalOf(await createTenant(base, { plan: 'free' }), 'free');
    const [here, there, onlooker] = [
      new RateLimits(base.database, base.config),
      new RateLimits(base.database, base.config),
      new RateLimits(base.database, base.config),
    ];
    await withTimeInWindow(5_000);
    await admit(here, principal, 'free');
    await admit(there, principal, 'free');
    const { workflowExecutionRateLimit: windows, usage } = await onlooker.limitsBlock(principal);
    expect([windows.sync.limit, windows.sync.remaining]).toEqual([10, 8]);
    expect([windows.async.limit, windows.async.remaining]).toEqual([50, 50]);
    expect(Date.parse(windows.sync.resetAt)).toBeGreaterThan(Date.now());
    expect(usage).toEqual({ currentPeriodCost: 0, limit: 10, plan: 'free', isExceeded: false });
  });
});
