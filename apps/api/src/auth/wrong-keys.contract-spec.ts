import { beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from '@libs/platform';
import { newApiKey } from '@libs/security';
import type { LightMyRequestResponse } from 'fastify';
import { countedStatements, type CountedDatabase } from '../testing/counted-statements.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';
import { findKeySql } from './api-key.sql.js';

const limit = 3;
let counted: CountedDatabase;
const api = openTestApi({
  env: { FLOWLEDGER_WRONG_KEYS_PER_MINUTE: String(limit) },
  watch: (database) => (counted = countedStatements(database)).database,
});
let tenant: Tenant;
let hosts = 0;

beforeEach(async () => {
  tenant = await createTenant(api);
});

/** An address that no other test uses. */
const newAddress = (): string => `198.51.100.${(hosts += 1)}`;

const call = (key: string, remoteAddress: string): Promise<LightMyRequestResponse> =>
  api.app.inject({
    ...{ method: 'GET', url: '/api/v1/workflows', remoteAddress },
    headers: { 'x-api-key': key },
  });

async function useUp(address: (n: number) => string): Promise<void> {
  for (let n = 0; n < limit; n += 1)
    expect((await call(newApiKey(), address(n))).statusCode).toBe(401);
}

const lookUps = (): number => counted.statements.filter((text) => text === findKeySql).length;

async function failures(reason: string): Promise<number> {
  const text = await api.app.get(Metrics).registry.metrics();
  const line = new RegExp(`^flowledger_auth_failures_total{reason="${reason}"} (\\d+)$`, 'm');
  return Number(line.exec(text)?.[1] ?? 0);
}

describe('an address that sent many wrong keys within a minute', () => {
  it('gets 429 with Retry-After for more keys, which are not looked up', async () => {
    const address = newAddress();
    await useUp(() => address);
    const before = lookUps();
    for (const key of [newApiKey(), tenant.apiKey, 'x'.repeat(1_000)]) {
      const refused = await call(key, address);
      const seconds = Number(refused.headers['retry-after']);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        ...[429, 'TOO_MANY_WRONG_KEYS'],
      ]);
      expect(seconds > 0 && seconds <= 60).toBe(true);
    }
    expect(lookUps()).toBe(before);
  });

  it('may still use the keys that worked there before, until they expire', async () => {
    const address = newAddress();
    expect((await call(tenant.apiKey, address)).statusCode).toBe(200);
    await useUp(() => address);
    expect((await call(tenant.apiKey, address)).statusCode).toBe(200);
    const sql = 'update api_key set revoked_at = now() where workspace_id = $1';
    await api.pool.query(sql, [tenant.workspaceId]);
    const statuses = new Set<number>();
    while (!statuses.has(429)) statuses.add((await call(tenant.apiKey, address)).statusCode);
    expect([...statuses].sort()).toEqual([200, 401, 429]);
  });

  it('does not affect other addresses; those of one IPv6 network count as one', async () => {
    await useUp((n) => `2001:db8:0:1::${n}`);
    expect((await call(newApiKey(), '2001:db8:0:1:ffff::')).statusCode).toBe(429);
    expect((await call(newApiKey(), '2001:db8:0:2::1')).statusCode).toBe(401);
    expect((await call(tenant.apiKey, newAddress())).statusCode).toBe(200);
  });

  it('is counted by reason', async () => {
    const [unknown, limited] = [await failures('unknown'), await failures('limited')];
    const address = newAddress();
    await useUp(() => address);
    for (let n = 0; n < 4; n += 1) await call(newApiKey(), address);
    expect([await failures('unknown'), await failures('limited')]).toEqual([
      ...[unknown + limit, limited + 4],
    ]);
  });
});

it('counts a call without a key, but not as a wrong key', async () => {
  const before = await failures('missing');
  const address = newAddress();
  for (let n = 0; n <= limit; n += 1) expect((await call('', address)).statusCode).toBe(401);
  expect(await failures('missing')).toBe(before + limit + 1);
  expect((await call(tenant.apiKey, address)).statusCode).toBe(200);
});

it('audits each use of an expired key once a minute, reads too', async () => {
  const made = await api.call<'createApiKey'>('POST', 'api-keys', {
    ...{ key: tenant.apiKey, body: { name: 'leaked' } },
  });
  const { id, key } = made.body.data;
  await api.call('DELETE', `api-keys/${id}`, { key: tenant.apiKey });
  const address = newAddress();
  expect((await call(key!, address)).statusCode).toBe(401);
  expect((await call(key!, address)).statusCode).toBe(401);
  const trail = await api.call<'listAuditEvents'>('GET', 'audit?action=listWorkflows', {
    ...{ key: tenant.apiKey },
  });
  expect(trail.body.data).toMatchObject([
    { action: 'listWorkflows', status: 401, keyId: id, ip: address },
  ]);
});
