import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher } from '@libs/persistence';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base, { plan: 'pro' });
});
afterAll(async () => {
  await api.close();
  await base.close();
});

describe('secrets', () => {
  const path = (name = '', workspaceId = tenant.workspaceId): string =>
    `/api/v1/workspaces/${workspaceId}/secrets${name}`;

  it('go in, are listed by name, and never come out', async () => {
    const put = await api.request('PUT', path('/ERP_TOKEN'), {
      key: tenant.apiKey,
      body: { value: 'very secret' },
    });
    expect(put.body.data).toEqual({ name: 'ERP_TOKEN', updatedAt: expect.any(String) });
    const list = await api.request('GET', path(), { key: tenant.apiKey });
    expect(list.body.data).toEqual([put.body.data]);
    const one = await api.request('GET', path('/ERP_TOKEN'), { key: tenant.apiKey });
    expect(JSON.stringify([put.body, list.body, one.body])).not.toContain('very secret');
  });

  it('are stored so that only this workspace opens them, under their name', async () => {
    await api.request('PUT', path('/A'), { key: tenant.apiKey, body: { value: 'one' } });
    await api.request('PUT', path('/A'), { key: tenant.apiKey, body: { value: 'two' } });
    const { rows } = await base.database.pool.query<{ ciphertext: Buffer }>(
      "select ciphertext from workspace_secret where workspace_id = $1 and name = 'A'",
      [tenant.workspaceId],
    );
    const cipher = createWorkspaceCipher(base.database, base.masterKey);
    const { ciphertext } = rows[0]!;
    expect(await cipher.decrypt(tenant.workspaceId, ciphertext, 'secret:A')).toBe('two');
    await expect(cipher.decrypt(tenant.workspaceId, ciphertext, 'secret:B')).rejects.toMatchObject({
      code: 'NOT_AUTHENTIC',
    });
    const stranger = await createTenant(base);
    await expect(
      cipher.decrypt(stranger.workspaceId, ciphertext, 'secret:A'),
    ).rejects.toMatchObject({ code: 'NOT_AUTHENTIC' });
  });

  it('refuse names that no reference can have, and a missing value', async () => {
    const name = await api.request('PUT', path('/1A-b'), {
      key: tenant.apiKey,
      body: { value: 'x' },
    });
    expect([name.status, name.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    const value = await api.request('PUT', path('/B'), { key: tenant.apiKey, body: {} });
    expect([value.status, value.body.details[0].field]).toEqual([422, 'value']);
  });

  it('are not found after deletion, nor by other tenants', async () => {
    await api.request('PUT', path('/GONE'), { key: tenant.apiKey, body: { value: 'x' } });
    const stranger = await createTenant(base);
    expect((await api.request('DELETE', path('/GONE'), { key: stranger.apiKey })).status).toBe(404);
    expect((await api.request('GET', path(), { key: stranger.apiKey })).status).toBe(404);
    expect((await api.request('DELETE', path('/GONE'), { key: tenant.apiKey })).status).toBe(204);
    expect((await api.request('DELETE', path('/GONE'), { key: tenant.apiKey })).status).toBe(404);
  });
});

describe('workspaces and usage', () => {
  it('show a key its own workspace only', async () => {
    const { body } = await api.request('GET', '/api/v1/workspaces', { key: tenant.apiKey });
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual([tenant.workspaceId]);
  });

  it('report the cost of this month against the plan', async () => {
    const spender = await createTenant(base, { plan: 'pro' });
    const period = `${new Date().toISOString().slice(0, 7)}-01`;
    await base.database.pool.query(
      'insert into usage_period (account_id, period, cost) values ($1, $2, 20.5)',
      [spender.accountId, period],
    );
    const { body } = await api.request('GET', '/api/v1/usage', { key: spender.apiKey });
    expect(body.data).toEqual({
      periodStart: period,
      currentPeriodCost: 20.5,
      limit: 20,
      plan: 'pro',
      isExceeded: true,
    });
    const nothing = await api.request('GET', '/api/v1/usage', { key: tenant.apiKey });
    expect(nothing.body.data).toMatchObject({ currentPeriodCost: 0, isExceeded: false });
  });
});

describe('API keys', () => {
  it('spec 5.2 and 5.8: are shown once, work, and carry the scopes that were asked for', async () => {
    const made = await api.request('POST', '/api/v1/api-keys', {
      key: tenant.apiKey,
      body: { name: 'reader', scopes: ['logs:read'] },
    });
    expect(made.status).toBe(201);
    const { id, key, prefix, scopes } = made.body.data as {
      id: string;
      key: string;
      prefix: string;
      scopes: string[];
    };
    expect([key.startsWith(prefix), scopes]).toEqual([true, ['logs:read']]);
    expect((await api.request('GET', '/api/v1/workspaces', { key })).status).toBe(200);
    const listed = await api.request('GET', '/api/v1/api-keys', { key: tenant.apiKey });
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id, name: 'reader' }));
    expect(JSON.stringify(listed.body)).not.toContain(key);
    const one = await api.request('GET', `/api/v1/api-keys/${id}`, { key: tenant.apiKey });
    expect(one.body.data).toMatchObject({ id, prefix });
  });

  it('can not give scopes that they lack, nor expire in the past', async () => {
    const limited = await createTenant(base, { scopes: ['workflows:write'] });
    const answer = await api.request('POST', '/api/v1/api-keys', {
      key: limited.apiKey,
      body: { name: 'more', scopes: ['logs:read'] },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'MISSING_SCOPE']);
    const past = await api.request('POST', '/api/v1/api-keys', {
      key: tenant.apiKey,
      body: { name: 'past', expiresAt: '2020-01-01T00:00:00Z' },
    });
    expect([past.status, past.body.details[0].field]).toEqual([422, 'expiresAt']);
  });

  it('stop at their expiry', async () => {
    const made = await api.request('POST', '/api/v1/api-keys', {
      key: tenant.apiKey,
      body: { name: 'brief', expiresAt: '2999-01-01T00:00:00Z' },
    });
    const { id, key } = made.body.data as { id: string; key: string };
    await base.database.pool.query(
      "update api_key set expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
    expect((await api.request('GET', '/api/v1/workspaces', { key })).status).toBe(401);
  });

  it('are not found by other tenants', async () => {
    const stranger = await createTenant(base);
    const { body } = await api.request('GET', '/api/v1/api-keys', { key: tenant.apiKey });
    const { id } = (body.data as { id: string }[])[0]!;
    expect(
      (await api.request('DELETE', `/api/v1/api-keys/${id}`, { key: stranger.apiKey })).status,
    ).toBe(404);
    expect(
      (await api.request('GET', `/api/v1/api-keys/${id}`, { key: stranger.apiKey })).status,
    ).toBe(404);
  });

  it('remember when they were last used', async () => {
    const used = await createTenant(base);
    await api.request('GET', '/api/v1/workspaces', { key: used.apiKey });
    const lastUsed = async (): Promise<unknown> =>
      (
        await base.database.pool.query('select last_used_at from api_key where workspace_id = $1', [
          used.workspaceId,
        ])
      ).rows[0].last_used_at;
    while ((await lastUsed()) === null) await new Promise(setImmediate);
    expect(await lastUsed()).toBeInstanceOf(Date);
  });
});
