import { describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi({ tenant: { plan: 'pro' } });

describe('secrets', () => {
  const path = (name = '', workspaceId = api.tenant.workspaceId): string =>
    `workspaces/${workspaceId}/secrets${name}`;

  it('are stored, listed by name, and never returned', async () => {
    const put = await api.call<'putSecret'>('PUT', path('/ERP_TOKEN'), {
      body: { value: 'very secret' },
    });
    expect(put.body.data).toEqual({
      ...{ name: 'ERP_TOKEN', allowedHosts: [], updatedAt: expect.any(String) },
      ...{ description: null, updatedBy: null, usedBy: [] },
    });
    const list = await api.call<'listSecrets'>('GET', path());
    expect(list.body.data).toEqual([put.body.data]);
    const one = await api.call('GET', path('/ERP_TOKEN'));
    expect(JSON.stringify([put.body, list.body, one.body])).not.toContain('very secret');
  });

  it('can be decrypted only with their workspace and name', async () => {
    await api.call('PUT', path('/A'), { body: { value: 'the-first' } });
    await api.call('PUT', path('/A'), { body: { value: 'the-second' } });
    const { rows } = await api.pool.query<{ ciphertext: Buffer }>(
      "select ciphertext from workspace_secret where workspace_id = $1 and name = 'A'",
      [api.tenant.workspaceId],
    );
    const cipher = createWorkspaceCipher(api.database, api.masterKey);
    const { ciphertext } = rows[0]!;
    expect(await cipher.decrypt(api.tenant.workspaceId, ciphertext, 'secret:A')).toBe('the-second');
    await expect(
      cipher.decrypt(api.tenant.workspaceId, ciphertext, 'secret:B'),
    ).rejects.toMatchObject({
      code: 'NOT_AUTHENTIC',
    });
    const stranger = await createTenant(api);
    await expect(
      cipher.decrypt(stranger.workspaceId, ciphertext, 'secret:A'),
    ).rejects.toMatchObject({ code: 'NOT_AUTHENTIC' });
  });

  it('are refused with an invalid name or without a value', async () => {
    const name = await api.call('PUT', path('/1A-b'), { body: { value: 'a-secret' } });
    expect([name.status, name.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    const value = await api.call('PUT', path('/B'), { body: {} });
    expect([value.status, value.body.details[0]?.field]).toEqual([422, 'value']);
  });

  it('are refused below eight characters', async () => {
    const short = await api.call('PUT', path('/SHORT'), { body: { value: '1234567' } });
    expect([short.status, short.body.details[0]?.field]).toEqual([422, 'value']);
    expect(short.body.details[0]?.message).toContain('at least 8 characters');
  });

  it('are not found after deletion, nor by other tenants', async () => {
    await api.call('PUT', path('/GONE'), { body: { value: 'a-secret' } });
    const stranger = await createTenant(api);
    expect((await api.call('DELETE', path('/GONE'), { key: stranger.apiKey })).status).toBe(404);
    expect((await api.call('GET', path(), { key: stranger.apiKey })).status).toBe(404);
    expect((await api.call('DELETE', path('/GONE'))).status).toBe(204);
    expect((await api.call('DELETE', path('/GONE'))).status).toBe(404);
  });
});

describe('workspaces and usage', () => {
  it('show a key only its own workspace', async () => {
    const { body } = await api.call<'listWorkspaces'>('GET', 'workspaces');
    expect(body.data.map(({ id }) => id)).toEqual([api.tenant.workspaceId]);
  });

  it('report the cost of this month against the plan', async () => {
    const spender = await createTenant(api, { plan: 'pro' });
    const period = `${new Date().toISOString().slice(0, 7)}-01`;
    await api.pool.query(
      'insert into usage_period (account_id, period, cost) values ($1, $2, 20.5)',
      [spender.accountId, period],
    );
    // Two workspaces, each with two partitions of the ledger.
    await api.pool.query(
      `insert into stored_bytes (workspace_id, retention_bucket, ledger_partition, account_id, bytes)
       select w, 0, p, $1, 750000000 from unnest($2::uuid[]) w, generate_series(1, 2) p`,
      [spender.accountId, [spender.workspaceId, randomUUID()]],
    );
    const { body } = await api.call<'getUsage'>('GET', 'usage', { key: spender.apiKey });
    expect(body.data).toEqual({
      periodStart: period,
      currentPeriodCost: 20.5,
      limit: 20,
      plan: 'pro',
      isExceeded: true,
      storedBytes: 3_000_000_000,
      storedBytesLimit: 10 * 1024 ** 3,
    });
    const nothing = await api.call<'getUsage'>('GET', 'usage');
    expect(nothing.body.data).toMatchObject({
      ...{ currentPeriodCost: 0, isExceeded: false, storedBytes: 0 },
    });
    const months = await api.call<'getUsageHistory'>('GET', 'usage/history?months=1', {
      ...{ key: spender.apiKey },
    });
    expect(months.body.data).toEqual([
      { periodStart: period, cost: 20.5, executions: null, tokens: null },
    ]);
    expect((await api.call('GET', 'usage/history?months=25')).status).toBe(400);
    expect((await api.call<'getUsageHistory'>('GET', 'usage/history')).body.data).toEqual([]);
  });
});

describe('API keys', () => {
  it('spec 5.2 and 5.8: are shown once, work, and have the requested scopes', async () => {
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'reader', scopes: ['logs:read'] },
    });
    expect(made.status).toBe(201);
    const { id, key, prefix, scopes } = made.body.data;
    expect([key?.startsWith(prefix), scopes]).toEqual([true, ['logs:read']]);
    expect((await api.call('GET', 'workspaces', { key })).status).toBe(200);
    const listed = await api.call<'listApiKeys'>('GET', 'api-keys');
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id, name: 'reader' }));
    expect(JSON.stringify(listed.body)).not.toContain(key);
    const one = await api.call<'getApiKey'>('GET', `api-keys/${id}`);
    expect(one.body.data).toMatchObject({ id, prefix });
  });

  it('can not grant scopes they lack or expire in the past', async () => {
    const limited = await createTenant(api, { scopes: ['workflows:write'] });
    const answer = await api.call('POST', 'api-keys', {
      key: limited.apiKey,
      body: { name: 'more', scopes: ['logs:read'] },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'MISSING_SCOPE']);
    const past = await api.call('POST', 'api-keys', {
      body: { name: 'past', expiresAt: '2020-01-01T00:00:00Z' },
    });
    expect([past.status, past.body.details[0]?.field]).toEqual([422, 'expiresAt']);
  });

  it('are refused after their expiry', async () => {
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      body: { name: 'brief', expiresAt: '2999-01-01T00:00:00Z' },
    });
    const { id, key } = made.body.data;
    await api.pool.query(
      "update api_key set expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
    expect((await api.call('GET', 'workspaces', { key })).status).toBe(401);
  });

  it('are not found by other tenants', async () => {
    const stranger = await createTenant(api);
    const { body } = await api.call<'listApiKeys'>('GET', 'api-keys');
    const { id } = body.data[0]!;
    expect((await api.call('DELETE', `api-keys/${id}`, { key: stranger.apiKey })).status).toBe(404);
    expect((await api.call('GET', `api-keys/${id}`, { key: stranger.apiKey })).status).toBe(404);
  });

  it('record the time of their last use', async () => {
    const used = await createTenant(api);
    await api.call('GET', 'workspaces', { key: used.apiKey });
    const lastUsed = async (): Promise<unknown> =>
      (
        await api.pool.query('select last_used_at from api_key where workspace_id = $1', [
          used.workspaceId,
        ])
      ).rows[0].last_used_at;
    while ((await lastUsed()) === null) await new Promise(setImmediate);
    expect(await lastUsed()).toBeInstanceOf(Date);
  });
});
