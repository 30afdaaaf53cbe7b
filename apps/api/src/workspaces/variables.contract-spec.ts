import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember, createTenant } from '../testing/test-database.js';

const limits = { free: { variablesPerWorkspace: 3 } };
const api = openTestApi({
  tenant: { plan: 'pro' },
  env: { FLOWLEDGER_PLAN_LIMITS: JSON.stringify(limits) },
});

const path = (name = '', workspaceId = api.tenant.workspaceId): string =>
  `workspaces/${workspaceId}/variables${name}`;
const put = (name: string, value: unknown) =>
  api.call<'putVariable'>('PUT', path(`/${name}`), { body: { value } });

describe('variables of a workspace', () => {
  it.each([
    ['TEXT', 'https://erp.example.com'],
    ['NUMBER', 1.5],
    ['NOTHING', null],
    ['DEEP', { z: 1, a: [{ 'a b': true }] }],
  ])('can be set, read and changed: %s', async (name, value) => {
    const set = await put(name, value);
    expect(set.body.data).toEqual({ name, value, updatedAt: expect.any(String) });
    expect((await api.call('GET', path(`/${name}`))).body).toEqual(set.body);
    expect((await put(name, 'other')).body.data.value).toBe('other');
  });

  it('keep the order of their keys', async () => {
    await put('ORDERED', { z: 1, a: 2 });
    const { payload } = await api.app.inject({
      ...{ method: 'GET', url: `/api/v1/${path('/ORDERED')}` },
      headers: { 'x-api-key': api.tenant.apiKey },
    });
    expect(payload).toContain('{"z":1,"a":2}');
  });

  it('are listed by name in pages that end early when values are large', async () => {
    const own = await createTenant(api, { plan: 'pro' });
    const { apiKey: key, workspaceId } = own;
    const large = 'x'.repeat(60 * 1_024);
    const names = Array.from({ length: 80 }, (_, n) => `V${String(n).padStart(2, '0')}`);
    await api.pool.query(
      'insert into workspace_variable (workspace_id, name, value) select $1::uuid, unnest($2::text[]), $3::json',
      [workspaceId, names, JSON.stringify(large)],
    );
    const pages: string[][] = [];
    let cursor = '';
    do {
      const url = `${path('', workspaceId)}?limit=75${cursor}`;
      const { body } = await api.call<'listVariables'>('GET', url, { key });
      pages.push(body.data.map(({ name }) => name));
      cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(pages.flat()).toEqual(names);
    expect(pages.map(({ length }) => length)).toEqual([69, 11]);
    const first = await api.call<'listVariables'>('GET', `${path('', workspaceId)}?limit=1`, {
      key,
    });
    const foreign = await api.call('GET', `${path()}?cursor=${first.body.nextCursor ?? ''}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  it('are refused with names that no reference can have, without a value, and with a large value', async () => {
    const name = await api.call('PUT', path('/1A-b'), { body: { value: 1 } });
    expect([name.status, name.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    const largest = await put('LARGE', 'x'.repeat(64 * 1_024 - 2));
    expect(largest.status).toBe(200);
    for (const body of [
      {},
      { value: 'x'.repeat(64 * 1_024 - 1) },
      { value: '\u00e9'.repeat(40 * 1_024) },
      { value: '\n'.repeat(40 * 1_024) },
      { value: Array<number>(40_000).fill(1) },
    ]) {
      const { status, body: refusal } = await api.call('PUT', path('/LARGE'), { body });
      expect([status, refusal.details[0]?.field]).toEqual([422, 'value']);
    }
    const unknown = await api.call('PUT', path('/A'), { body: { value: 1, secret: true } });
    expect([unknown.status, unknown.body.details[0]?.field]).toEqual([422, 'secret']);
  });

  it('are not found after deletion, nor by other tenants', async () => {
    await put('GONE', 1);
    for (const method of ['GET', 'DELETE'] as const) {
      const { status } = await api.call(method, path('/GONE'), { key: api.stranger.apiKey });
      expect([method, status]).toEqual([method, 404]);
    }
    const taken = { key: api.stranger.apiKey, body: { value: 2 } };
    expect((await api.call('PUT', path('/GONE'), taken)).status).toBe(404);
    expect((await api.call('GET', path(), { key: api.stranger.apiKey })).status).toBe(404);
    expect((await api.call('DELETE', path('/GONE'))).status).toBe(204);
    expect((await api.call('DELETE', path('/GONE'))).status).toBe(404);
    expect((await api.call('GET', path('/GONE'))).status).toBe(404);
  });

  it('are read by viewers and changed by editors', async () => {
    const place = await createTenant(api, { plan: 'pro' });
    const [viewer, editor] = await Promise.all([
      createMember(api, place, 'viewer'),
      createMember(api, place, 'editor'),
    ]);
    const as = async (method: 'GET' | 'PUT' | 'DELETE', { apiKey: key }: { apiKey: string }) =>
      (
        await api.call(method, path('/A', place.workspaceId), {
          key,
          ...(method === 'PUT' && { body: { value: 1 } }),
        })
      ).status;
    expect([await as('PUT', viewer), await as('PUT', editor)]).toEqual([403, 200]);
    expect([await as('GET', viewer), await as('DELETE', viewer)]).toEqual([200, 403]);
    expect(await as('DELETE', editor)).toBe(204);
  });

  it('are limited by the plan, even when they are added at the same time', async () => {
    const free = await createTenant(api, { plan: 'free' });
    const of = (name: string, value: unknown) =>
      api.call('PUT', path(`/${name}`, free.workspaceId), { key: free.apiKey, body: { value } });
    const answers = await Promise.all(Array.from('ABCDEFGH', (name) => of(name, name)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'QUOTA_EXCEEDED',
        error:
          'The workspace has 3 variables, as many as the plan "free" allows. Delete one, or ask the operator to raise the limit "variablesPerWorkspace"',
        details: [{ quota: 'variablesPerWorkspace', limit: 3 }],
      },
    });
    const { body } = await api.call<'listVariables'>('GET', path('', free.workspaceId), {
      key: free.apiKey,
    });
    const [name = ''] = body.data.map((one) => one.name);
    expect((await of(name, 'changed')).status).toBe(200);
  });

  it('leave no value in the audit trail', async () => {
    await put('AUDITED', 'not-in-the-trail');
    const { body } = await api.call<'listAuditEvents'>('GET', 'audit?action=putVariable&limit=1');
    expect(body.data).toMatchObject([{ action: 'putVariable', targetId: 'AUDITED', status: 200 }]);
    expect(JSON.stringify(body)).not.toContain('not-in-the-trail');
  });
});
