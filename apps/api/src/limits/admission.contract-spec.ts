/** Limits of calls that start executions, over several instances and one database. */
import { describe, expect, it } from '@jest/globals';
import type { AccountLimits } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { ApiError } from '../errors/api-error.js';
import { admit, admittedOf } from '../testing/admitted-calls.js';
import { openApiDatabase } from '../testing/open-test-api.js';
import { storeBytes } from '../testing/stored-bytes.js';
import { createTenant, type Tenant } from '../testing/test-database.js';
import { withTimeInWindow } from '../testing/limited-workflow.js';
import type { Admission } from './admission.js';
import { ExpiredWindows } from './expired-windows.js';
import { RateLimits } from './rate-limits.js';

const base = openApiDatabase();

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : String(error));

describe('callers without a key', () => {
  const own: AccountLimits = {
    ...{ syncExecutionsPerMinute: 40, asyncExecutionsPerMinute: 40, keyedPercent: 25 },
    ...{ triggerCallsPerMinute: 20, triggerCallsPerAddressPerMinute: 6 },
  };
  const three = (): RateLimits[] => [1, 2, 3].map(() => new RateLimits(base.database, base.config));
  const open = (
    limits: RateLimits,
    tenant: Tenant,
    caller: { readonly workflowId?: string; readonly network?: string | null; calls?: number } = {},
    accountLimits = own,
  ): Promise<Admission> => {
    const { workflowId = tenant.workspaceId, network = null, calls } = caller;
    const more = { open: { workflowId, network, callsPerMinute: calls } };
    return admit(limits, tenant, 'free', accountLimits, more);
  };
  const free = (): Promise<Tenant> => createTenant(base, { plan: 'free' });
  const flood = (
    instances: readonly RateLimits[],
    call: (limits: RateLimits, n: number) => Promise<unknown>,
  ): Promise<number> =>
    admittedOf(Array.from({ length: 60 }, (_, n) => call(instances[n % instances.length]!, n)));

  it("leave the kept part of the account's minute to callers with a key, on all instances together", async () => {
    const tenant = await free();
    const instances = three();
    const many = { ...own, triggerCallsPerMinute: 1_000 };
    await withTimeInWindow(5_000);
    expect(await flood(instances, (limits) => open(limits, tenant, {}, many))).toBe(30);
    expect(await flood(instances, (limits) => admit(limits, tenant, 'free', own))).toBe(10);
    const refusal = await open(instances[0]!, tenant, {}, many).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect((refusal as ApiError).message).toContain(
      '30 synchronous executions per minute for callers without an API key',
    );
  });

  it('get no more once callers with a key have used the rest', async () => {
    const tenant = await free();
    const limits = new RateLimits(base.database, base.config);
    await withTimeInWindow(5_000);
    for (let call = 0; call < 30; call += 1) await admit(limits, tenant, 'free', own);
    expect(codeOf(await open(limits, tenant).catch((error: unknown) => error))).toBe(
      'RATE_LIMITED',
    );
    await admit(limits, tenant, 'free', own);
  });

  it('meet the limit of the trigger, which its configuration may lower; another trigger is not affected', async () => {
    const tenant = await free();
    const instances = three();
    const [busy, small] = [randomUUID(), randomUUID()];
    await withTimeInWindow(5_000);
    const to = (workflowId: string, calls?: number) => (limits: RateLimits) =>
      open(limits, tenant, { workflowId, ...(calls !== undefined && { calls }) });
    expect(await flood(instances, to(busy))).toBe(20);
    expect(await flood(instances, to(small, 4))).toBe(4);
    await open(instances[0]!, tenant, { workflowId: randomUUID() });
  });

  it('meet the limit of their address in one account; other addresses and accounts are not affected', async () => {
    const [tenant, other] = [await free(), await free()];
    const instances = three();
    const network = '192.0.2.7';
    const wide = { ...own, triggerCallsPerMinute: 1_000, syncExecutionsPerMinute: 1_000 };
    await withTimeInWindow(5_000);
    const same = (limits: RateLimits) => open(limits, tenant, { network }, wide);
    expect(await flood(instances, same)).toBe(6);
    await open(instances[0]!, tenant, { network: '192.0.2.8' }, wide);
    await open(instances[1]!, other, { network }, wide);
    // A caller that proved the trigger's secret has no limit of its address.
    await open(instances[2]!, tenant, { network: null }, wide);
  });

  it('count for no other limit when one refuses them', async () => {
    const tenant = await free();
    const limits = new RateLimits(base.database, base.config);
    await withTimeInWindow(5_000);
    const refused = (): Promise<number> =>
      flood([limits], () => open(limits, tenant, { network: '192.0.2.7' }));
    expect(await refused()).toBe(6);
    expect(await refused()).toBe(0);
    const others = (_: RateLimits, n: number): Promise<Admission> =>
      open(limits, tenant, { network: `192.0.2.${100 + n}` });
    // 20 of the trigger less the 6.
    expect(await flood([limits], others)).toBe(14);
    const keyed = await flood([limits], () => admit(limits, tenant, 'free', own));
    expect(keyed).toBe(20);
  });

  it('make no more rows than the trigger has calls, however many addresses they have', async () => {
    const tenant = await free();
    const instances = three();
    await withTimeInWindow(5_000);
    await flood(instances, (limits, n) => open(limits, tenant, { network: `198.51.100.${n}` }));
    const { rows } = await base.database.pool.query<{ count: number }>(
      'select count(*)::int as count from rate_limit where key like $1',
      [`address:${tenant.accountId}:%`],
    );
    expect(rows[0]?.count).toBe(20);
  });
});

describe('bytes of requests', () => {
  const own: AccountLimits = { requestBytesPerMinute: 10 * 1024, syncExecutionsPerMinute: 1_000 };

  it('have a budget per account and minute, on all instances together', async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const instances = [1, 2].map(() => new RateLimits(base.database, base.config));
    await withTimeInWindow(5_000);
    const calls = Array.from({ length: 20 }, (_, n) =>
      admit(instances[n % 2]!, tenant, 'free', own, { bytes: 1_024 }),
    );
    expect(await admittedOf(calls)).toBe(10);
    const refused = await admit(instances[0]!, tenant, 'free', own, { bytes: 1 }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({
      status: 429,
      message: expect.stringMatching(/10240 bytes .*requestBytesPerMinute/),
    });
    expect((refused as ApiError).headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await admit(instances[0]!, tenant, 'free', own);
  });

  it("are refused as too large beyond a whole minute's budget; bodies for waiting executions count too", async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const limits = new RateLimits(base.database, base.config);
    const account = { accountId: tenant.accountId, plan: 'free' as const, accountLimits: own };
    await withTimeInWindow(5_000);
    await expect(admit(limits, tenant, 'free', own, { bytes: 10_241 })).rejects.toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    await limits.admitBytes(account, 10_240, true);
    await expect(limits.admitBytes(account, 1, true)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  });

  it('leave a part to callers with a key', async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const instances = [1, 2].map(() => new RateLimits(base.database, base.config));
    const open = { workflowId: randomUUID(), callsPerMinute: undefined, network: null };
    const send = (n: number, more: object): Promise<unknown> =>
      admit(instances[n % 2]!, tenant, 'free', own, { bytes: 1_024, ...more });
    await withTimeInWindow(5_000);
    const flood = Array.from({ length: 20 }, (_, n) => send(n, { open }));
    expect(await admittedOf(flood)).toBe(8);
    const keyed = Array.from({ length: 20 }, (_, n) => send(n, {}));
    expect(await admittedOf(keyed)).toBe(2);
    await expect(send(0, { open, bytes: 9 * 1_024 })).rejects.toMatchObject({
      ...{ status: 413, message: expect.stringContaining('8192 bytes') },
    });
  });
});

describe('stored bytes', () => {
  it('refuse new executions with 402 at the limit, and callers without a key earlier', async () => {
    const tenant = await createTenant(base, { plan: 'free' });
    const store = (bytes: number): Promise<unknown> =>
      storeBytes(base.database.pool, tenant, bytes);
    const ask = (own: AccountLimits = {}, more: object = {}): Promise<unknown> =>
      admit(new RateLimits(base.database, base.config), tenant, 'free', own, more);
    const open = { workflowId: randomUUID(), callsPerMinute: undefined, network: null };
    await withTimeInWindow(5_000);
    const openLimit = Math.floor(0.8 * 1024 ** 3);
    await store(openLimit - 1);
    await ask({}, { open });
    await store(openLimit);
    await expect(ask({}, { open })).rejects.toMatchObject({ code: 'STORAGE_EXCEEDED' });
    await store(1024 ** 3 - 1);
    await ask();
    await store(1024 ** 3);
    await expect(ask()).rejects.toMatchObject({
      status: 402,
      code: 'STORAGE_EXCEEDED',
      message: expect.stringMatching(/1073741824 bytes .*"storedBytes".*retention.*operator/),
    });
    await ask({ storedBytes: null });
  });
});

describe('windows that have ended', () => {
  it('are deleted after a while, however many there are; those in use stay', async () => {
    const { pool } = base.database;
    const now = Date.now();
    await pool.query(
      `insert into rate_limit (key, points, expire)
       select 'old:' || n, 1, $1::bigint - 16 * 60000 from generate_series(1, 2500) n
       union all select 'young:' || n, 1, $1::bigint - 14 * 60000 from generate_series(1, 10) n`,
      [now],
    );
    await new ExpiredWindows(base.database, base.logger).sweep(now);
    const { rows } = await pool.query<{ kind: string; count: number }>(
      `select split_part(key, ':', 1) as kind, count(*)::int as count from rate_limit
       where key like 'old:%' or key like 'young:%' group by 1`,
    );
    expect(rows).toEqual([{ kind: 'young', count: 10 }]);
  });
});
