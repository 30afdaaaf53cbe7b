/** Limits at a trigger URL, over HTTP. Nothing runs; every workflow answers at once. */
import { describe, expect, it } from '@jest/globals';
import type { AccountLimits } from '@libs/persistence';
import { createLimitedTrigger, type LimitedTrigger } from '../testing/limited-trigger.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';
import { storeBytes } from '../testing/stored-bytes.js';
import { createTenant, type Tenant } from '../testing/test-database.js';
import { withTimeInWindow } from '../testing/limited-workflow.js';

const api = openTestApi({ env: { FLOWLEDGER_TRUSTED_PROXIES: '127.0.0.1' } });

const createTrigger = (
  config: object = {},
  own: AccountLimits = {},
  tenant?: Tenant,
): Promise<LimitedTrigger> => createLimitedTrigger(api, config, own, tenant);

const statusesOf = async (count: number, call: () => Promise<Answer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await call()).status);
  return statuses;
};

const messageOf = async (call: () => Promise<Answer>): Promise<string> => {
  const { status, body, headers } = await call();
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(headers['retry-after']).toMatch(/^[1-9]\d?$/);
  return body.error;
};

describe('a trigger URL', () => {
  it('has a limit of calls and one per address, which other triggers of the account do not share', async () => {
    const own = { triggerCallsPerMinute: 4, triggerCallsPerAddressPerMinute: 3 };
    const { tenant, call } = await createTrigger({}, own);
    const other = await createTrigger({}, own, tenant);
    await withTimeInWindow(10_000);
    expect(await statusesOf(4, call)).toEqual([202, 202, 202, 429]);
    expect(await messageOf(call)).toContain('3 calls per minute from one address');
    expect((await call('192.0.2.8')).status).toBe(202);
    expect(await messageOf(() => call('192.0.2.9'))).toContain('4 calls of this trigger');
    expect((await other.call('192.0.2.9')).status).toBe(202);
    expect(await messageOf(other.call)).toContain('from one address');
  });

  it('counts all addresses of an IPv6 network as one', async () => {
    const { call } = await createTrigger({}, { triggerCallsPerAddressPerMinute: 2 });
    await withTimeInWindow(10_000);
    expect((await call('2001:db8:0:1::1')).status).toBe(202);
    expect((await call('2001:db8:0:1::2')).status).toBe(202);
    expect((await call('2001:db8:0:1:ffff::3')).status).toBe(429);
    expect((await call('2001:db8:0:2::1')).status).toBe(202);
  });

  it("can have a lower limit than the plan's, but no higher one", async () => {
    const low = await createTrigger({ callsPerMinute: 2 });
    const high = await createTrigger({ callsPerMinute: 1_000 }, { triggerCallsPerMinute: 3 });
    await withTimeInWindow(10_000);
    expect(await statusesOf(3, low.call)).toEqual([202, 202, 429]);
    expect(await statusesOf(4, high.call)).toEqual([202, 202, 202, 429]);
  });

  it('does not limit the address of callers that prove its secret', async () => {
    const tenant = await createTenant(api, { plan: 'free' });
    const path = `workspaces/${tenant.workspaceId}/secrets/HOOK`;
    await api.call('PUT', path, { key: tenant.apiKey, body: { value: 'the secret' } });
    const auth = { type: 'bearer', secret: '{{HOOK}}' };
    const own = { triggerCallsPerAddressPerMinute: 1 };
    const { call } = await createTrigger({ auth }, own, tenant);
    const proved = (): Promise<Answer> => call('192.0.2.7', { authorization: 'Bearer the secret' });
    expect(await statusesOf(3, proved)).toEqual([202, 202, 202]);
  });
});

describe('an idempotency key at a limit', () => {
  const keysOf = async ({ workspaceId }: Tenant): Promise<number | null> =>
    (await api.pool.query('select from idempotency_key where workspace_id = $1', [workspaceId]))
      .rowCount;

  it('is answered when it is known, and leaves no row when it is refused', async () => {
    const { tenant, call } = await createTrigger({}, { triggerCallsPerMinute: 1 });
    const keyed = (key: string) => call('192.0.2.7', { 'idempotency-key': key });
    await withTimeInWindow(10_000);
    const first = await keyed('first');
    expect(first.status).toBe(202);
    for (let n = 0; n < 5; n += 1) expect((await keyed(`other ${n}`)).status).toBe(429);
    for (let n = 0; n < 3; n += 1) expect((await keyed('first')).body).toEqual(first.body);
    expect(await keysOf(tenant)).toBe(1);
  });

  it('costs one token, however many callers use it at once', async () => {
    const { tenant, call } = await createTrigger({}, { triggerCallsPerMinute: 2 });
    await withTimeInWindow(10_000);
    const calls = Array.from({ length: 20 }, () => call('192.0.2.7', { 'idempotency-key': 'one' }));
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await call()).status).toBe(202);
    expect((await call()).status).toBe(429);
    expect(await keysOf(tenant)).toBe(1);
  });
});

describe('an account whose executions keep as much as they may', () => {
  it('refuses new executions with 402 and a remedy, but answers known keys', async () => {
    const many = 1_000_000;
    const own = {
      ...{ storedBytes: 1_000, asyncExecutionsPerMinute: many },
      ...{ triggerCallsPerMinute: many, triggerCallsPerAddressPerMinute: many },
    };
    const { tenant, call } = await createTrigger({}, own);
    const known = await call('192.0.2.7', { 'idempotency-key': 'before' });
    await storeBytes(api.pool, tenant, 1_000);
    const other = await createTrigger({}, own, tenant);
    let refused = await other.call();
    // The account was read for the first call, and a read serves for a second.
    while (refused.status === 202) refused = await other.call();
    expect(refused).toMatchObject({
      status: 402,
      body: {
        code: 'STORAGE_EXCEEDED',
        error: expect.stringMatching(/ 800 bytes .*"storedBytes".*retention.*operator/),
      },
    });
    const again = await call('192.0.2.7', { 'idempotency-key': 'before' });
    expect([again.status, again.body]).toEqual([202, known.body]);
    const usage = await api.call<'getUsage'>('GET', 'usage', { key: tenant.apiKey });
    expect(usage.body.data).toMatchObject({ storedBytes: 1_000, storedBytesLimit: 1_000 });
  });
});
