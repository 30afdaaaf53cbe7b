import { describe, expect, it } from '@jest/globals';
import { advisoryLocks } from '@libs/persistence';
import { newApiKey } from '@libs/security';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, validDefinition } from '../testing/test-api.js';
import { createMember, createTenant } from '../testing/test-database.js';

const api = openTestApi();

const events = async (
  query = '',
  key = api.tenant.apiKey,
): Promise<Answer<'listAuditEvents'>['body']['data']> =>
  (await api.call<'listAuditEvents'>('GET', `audit?${query}`, { key })).body.data;

describe('the audit trail', () => {
  it('does not block actions while read models are rebuilt', async () => {
    await api.database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.rebuilding]);
      const { status } = await api.call('POST', 'api-keys', { body: { name: 'Meanwhile' } });
      expect(status).toBe(201);
    });
  });

  it('lists accepted and refused actions with key, time and address, newest first', async () => {
    const headers = { 'user-agent': 'curl/8' };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', {
      body: { name: 'Audited', definition: validDefinition('audited') },
      headers,
    });
    const id = made.body.data.id;
    await api.call('POST', `workflows/${id}/deploy`);
    await api.call('POST', 'workflows', { body: { name: '' } });
    const [refused, deployed, created] = await events();
    expect(created).toMatchObject({
      action: 'createWorkflow',
      path: '/api/v1/workflows',
      targetId: id,
      ip: '127.0.0.1',
      userAgent: 'curl/8',
      requestId: made.headers['x-request-id'],
      status: 201,
      workspaceId: api.tenant.workspaceId,
    });
    expect(deployed).toMatchObject({ action: 'deployWorkflow', targetId: id, status: 200 });
    expect(refused).toMatchObject({ action: 'createWorkflow', targetId: null, status: 422 });
    const { rows } = await api.pool.query('select id from api_key where workspace_id = $1', [
      api.tenant.workspaceId,
    ]);
    expect(created?.keyId).toBe((rows[0] as { id: string }).id);
    expect(Date.parse(created?.occurredAt ?? '')).toBeGreaterThan(0);
  });

  it('stores no request body, query string or secret value', async () => {
    await api.call('PUT', `workspaces/${api.tenant.workspaceId}/secrets/TOKEN?x=hidden`, {
      body: { value: 'hidden-7' },
    });
    const { rows } = await api.pool.query('select to_jsonb(e) as e from audit_event e');
    expect(JSON.stringify(rows)).not.toContain('hidden');
    expect((await events('action=putSecret'))[0]).toMatchObject({ targetId: 'TOKEN' });
  });

  it('records neither reads nor executions', async () => {
    const before = (await events()).length;
    await api.call('GET', 'workflows');
    const [workflow] = (await api.call<'listWorkflows'>('GET', 'workflows')).body.data;
    const run = await api.call('POST', `workflows/${workflow!.id}/execute`, {
      body: {},
      headers: { 'x-execution-mode': 'async' },
    });
    expect(run.status).toBe(202);
    expect(await events()).toHaveLength(before);
  });

  it('is paginated and shows another tenant no events', async () => {
    const all = await events();
    const first = await api.call<'listAuditEvents'>('GET', 'audit?limit=2');
    const cursor = encodeURIComponent(first.body.nextCursor ?? '');
    const rest = await events(`cursor=${cursor}`);
    expect([...first.body.data, ...rest]).toEqual(all);
    expect(await events('startDate=2999-01-01T00:00:00Z')).toEqual([]);
    const stranger = await createTenant(api);
    expect(await events('', stranger.apiKey)).toEqual([]);
  });

  it('records a missing scope or role once for each management operation', async () => {
    const ours = await createTenant(api);
    const viewer = await createMember(api, ours, 'viewer');
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      key: ours.apiKey,
      body: { name: 'reader', scopes: ['logs:read'] },
    });
    const reader = made.body.data.key;
    const target = '00000000-0000-7000-8000-00000000beef';
    for (let n = 0; n < 5; n += 1) {
      const tried = [
        await api.call('DELETE', `workflows/${target}`, { key: viewer.apiKey }),
        await api.call('POST', 'workflows', { key: reader, body: {} }),
        // Not management actions: a read, and a run, which the ledger records.
        await api.call('GET', 'audit', { key: viewer.apiKey }),
        await api.call('POST', `workflows/${target}/execute`, { key: viewer.apiKey }),
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

  it('records an attempt with a revoked key but not one with an unknown key', async () => {
    const ours = await createTenant(api);
    const made = await api.call<'createApiKey'>('POST', 'api-keys', {
      key: ours.apiKey,
      body: { name: 'leaked' },
    });
    const { id, key } = made.body.data;
    await api.pool.query('update api_key set revoked_at = now() where id = $1', [id]);
    const tried = [key, key, newApiKey(), 'x'.repeat(10_000)].map((one) =>
      api.call('POST', 'workflows', { key: one, body: {} }),
    );
    for (const answer of await Promise.all(tried))
      expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    const noted = await events('action=createWorkflow', ours.apiKey);
    expect(noted).toMatchObject([{ action: 'createWorkflow', status: 401, keyId: id }]);
    const { rows } = await api.pool.query('select last_used_at from api_key where id = $1', [id]);
    expect(rows).toEqual([{ last_used_at: null }]);
  });

  it('does not change a refusal that it cannot record', async () => {
    const viewer = await createMember(api, api.tenant, 'viewer');
    await api.pool.query('alter table audit_event rename to audit_event_away');
    const refused = await api.call('POST', 'api-keys', { key: viewer.apiKey, body: {} });
    await api.pool.query('alter table audit_event_away rename to audit_event');
    expect(refused).toMatchObject({ status: 403, body: { code: 'MISSING_ROLE' } });
  });

  it('stops an action that it cannot record', async () => {
    await api.pool.query('alter table audit_event rename to audit_event_away');
    const refused = await api.call('POST', 'api-keys', { body: { name: 'unseen' } });
    await api.pool.query('alter table audit_event_away rename to audit_event');
    expect(refused.status).toBe(500);
    const keys = await api.call('GET', 'api-keys');
    expect(JSON.stringify(keys.body)).not.toContain('unseen');
  });
});
