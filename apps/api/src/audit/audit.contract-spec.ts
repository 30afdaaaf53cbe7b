import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { advisoryLocks } from '@libs/persistence';
import { newApiKey } from '@libs/security';
import {
  type Answer,
  createApiDatabase,
  createMember,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

const events = async (query = '', key = tenant.apiKey): Promise<Answer['body'][]> =>
  (await api.request('GET', `/api/v1/audit?${query}`, { key })).body.data;

describe('the audit trail', () => {
  it('goes on while read models are rebuilt', async () => {
    await base.database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.rebuilding]);
      const { status } = await api.request('POST', '/api/v1/api-keys', {
        key: tenant.apiKey,
        body: { name: 'Meanwhile' },
      });
      expect(status).toBe(201);
    });
  });

  it('has who did what, when and from where, newest first, refusals too', async () => {
    const headers = { 'user-agent': 'curl/8' };
    const made = await api.request('POST', '/api/v1/workflows', {
      key: tenant.apiKey,
      body: { name: 'Audited', definition: validDefinition('audited') },
      headers,
    });
    const id = made.body.data.id as string;
    await api.request('POST', `/api/v1/workflows/${id}/deploy`, { key: tenant.apiKey });
    await api.request('POST', '/api/v1/workflows', { key: tenant.apiKey, body: { name: '' } });
    const [refused, deployed, created] = await events();
    expect(created).toMatchObject({
      action: 'createWorkflow',
      path: '/api/v1/workflows',
      targetId: id,
      ip: '127.0.0.1',
      userAgent: 'curl/8',
      requestId: made.headers['x-request-id'],
      status: 201,
      workspaceId: tenant.workspaceId,
    });
    expect(deployed).toMatchObject({ action: 'deployWorkflow', targetId: id, status: 200 });
    expect(refused).toMatchObject({ action: 'createWorkflow', targetId: null, status: 422 });
    const { rows } = await base.database.pool.query(
      'select id from api_key where workspace_id = $1',
      [tenant.workspaceId],
    );
    expect(created.keyId).toBe((rows[0] as { id: string }).id);
    expect(Date.parse(created.occurredAt as string)).toBeGreaterThan(0);
  });

  it('holds no content: neither bodies nor secrets', async () => {
    await api.request('PUT', `/api/v1/workspaces/${tenant.workspaceId}/secrets/TOKEN?x=hidden`, {
      key: tenant.apiKey,
      body: { value: 'hidden' },
    });
    const { rows } = await base.database.pool.query('select to_jsonb(e) as e from audit_event e');
    expect(JSON.stringify(rows)).not.toContain('hidden');
    expect((await events('action=putSecret'))[0]).toMatchObject({ targetId: 'TOKEN' });
  });

  it('leaves executions to the ledger and reads alone', async () => {
    const before = (await events()).length;
    await api.request('GET', '/api/v1/workflows', { key: tenant.apiKey });
    const [workflow] = (await api.request('GET', '/api/v1/workflows', { key: tenant.apiKey })).body
      .data as { id: string }[];
    const run = await api.request('POST', `/api/v1/workflows/${workflow!.id}/execute`, {
      key: tenant.apiKey,
      body: {},
      headers: { 'x-execution-mode': 'async' },
    });
    expect(run.status).toBe(202);
    expect(await events()).toHaveLength(before);
  });

  it('comes in pages, and shows a stranger nothing', async () => {
    const all = await events();
    const first = await api.request('GET', '/api/v1/audit?limit=2', { key: tenant.apiKey });
    const cursor = encodeURIComponent(first.body.nextCursor as string);
    const rest = await events(`cursor=${cursor}`);
    expect([...(first.body.data as object[]), ...rest]).toEqual(all);
    expect(await events('startDate=2999-01-01T00:00:00Z')).toEqual([]);
    const stranger = await createTenant(base);
    expect(await events('', stranger.apiKey)).toEqual([]);
  });

  it('has what a key may not do, for want of a scope or a role, once a minute for each operation', async () => {
    const ours = await createTenant(base);
    const viewer = await createMember(base, ours, 'viewer');
    const made = await api.request('POST', '/api/v1/api-keys', {
      key: ours.apiKey,
      body: { name: 'reader', scopes: ['logs:read'] },
    });
    const reader = made.body.data.key as string;
    const target = '00000000-0000-7000-8000-00000000beef';
    for (let n = 0; n < 5; n += 1) {
      const tried = [
        await api.request('DELETE', `/api/v1/workflows/${target}`, { key: viewer.apiKey }),
        await api.request('POST', '/api/v1/workflows', { key: reader, body: {} }),
        // Not management actions: a read, and a run, which the ledger records.
        await api.request('GET', '/api/v1/audit', { key: viewer.apiKey }),
        await api.request('POST', `/api/v1/workflows/${target}/execute`, { key: viewer.apiKey }),
      ];
      expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    const noted = await events('', ours.apiKey);
    expect(noted).toMatchObject([
      { action: 'createWorkflow', status: 403, targetId: null },
      { action: 'deleteWorkflow', status: 403, targetId: target, userId: viewer.userId },
      { action: 'createApiKey', status: 201 },
    ]);
  });

  it('has what was tried with a key that works no more, and nothing of keys that never were', async () => {
    const ours = await createTenant(base);
    const made = await api.request('POST', '/api/v1/api-keys', {
      key: ours.apiKey,
      body: { name: 'leaked' },
    });
    const { id, key } = made.body.data as { id: string; key: string };
    await base.database.pool.query('update api_key set revoked_at = now() where id = $1', [id]);
    const tried = [key, key, newApiKey(), 'x'.repeat(10_000)].map((one) =>
      api.request('POST', '/api/v1/workflows', { key: one, body: {} }),
    );
    for (const answer of await Promise.all(tried))
      expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    const noted = await events('action=createWorkflow', ours.apiKey);
    expect(noted).toMatchObject([{ action: 'createWorkflow', status: 401, keyId: id }]);
    const { rows } = await base.database.pool.query(
      'select last_used_at from api_key where id = $1',
      [id],
    );
    expect(rows).toEqual([{ last_used_at: null }]);
  });

  it('refuses as ever when a refusal can not be written down', async () => {
    const viewer = await createMember(base, tenant, 'viewer');
    await base.database.pool.query('alter table audit_event rename to audit_event_away');
    const refused = await api.request('POST', '/api/v1/api-keys', { key: viewer.apiKey, body: {} });
    await base.database.pool.query('alter table audit_event_away rename to audit_event');
    expect(refused).toMatchObject({ status: 403, body: { code: 'MISSING_ROLE' } });
  });

  it('stops an action that can not be written down', async () => {
    await base.database.pool.query('alter table audit_event rename to audit_event_away');
    const refused = await api.request('POST', '/api/v1/api-keys', {
      key: tenant.apiKey,
      body: { name: 'unseen' },
    });
    await base.database.pool.query('alter table audit_event_away rename to audit_event');
    expect(refused.status).toBe(500);
    const keys = await api.request('GET', '/api/v1/api-keys', { key: tenant.apiKey });
    expect(JSON.stringify(keys.body)).not.toContain('unseen');
  });
});
