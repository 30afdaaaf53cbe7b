import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, type HttpMethod, type Refusal } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';
import { maxFolders } from './folder-place.js';

const api = openTestApi();
const definition = { blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }] };

const call = <Of = Refusal>(
  method: HttpMethod,
  path = '',
  body?: object,
  key = api.tenant.apiKey,
): Promise<Answer<Of>> => api.call(method, `folders${path}`, { body, key });

const create = async (name: string, parentId: string | null = null): Promise<string> => {
  const made = await call<'createFolder'>('POST', '', { name, parentId });
  expect(made.status).toBe(201);
  return made.body.data.id;
};
const workflowIn = (folderId: string, key = api.tenant.apiKey): Promise<Answer<'createWorkflow'>> =>
  api.call('POST', 'workflows', { key, body: { name: 'w', folderId, definition } });
const names = async (key = api.tenant.apiKey): Promise<string[]> =>
  (await call<'listFolders'>('GET', '', undefined, key)).body.data.map(({ name }) => name);

describe('folders', () => {
  it('are created, renamed, moved, listed and deleted', async () => {
    const [sales, orders] = [await create('Sales'), await create('Orders')];
    const moved = await call<'changeFolder'>('PATCH', `/${orders}`, { parentId: sales });
    expect(moved.body.data).toMatchObject({ id: orders, name: 'Orders', parentId: sales });
    await call('PATCH', `/${orders}`, { name: 'Orders (EU)' });
    expect(await names()).toEqual(expect.arrayContaining(['Sales', 'Orders (EU)']));
    expect((await call('DELETE', `/${sales}`)).body.code).toBe('FOLDER_NOT_EMPTY');
    await call('PATCH', `/${orders}`, { parentId: null });
    for (const id of [sales, orders]) expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await names()).not.toContain('Sales');
    expect((await call('PATCH', `/${sales}`, { name: 'x' })).status).toBe(404);
  });

  it('are not moved into themselves or below a folder that does not exist', async () => {
    const [outer, nobody] = [await create('Outer'), 'no-such-folder'];
    const inner = await create('Inner', outer);
    for (const parentId of [inner, outer, nobody]) {
      const { status, body } = await call('PATCH', `/${outer}`, { parentId });
      expect([status, body.details]).toMatchObject([422, [{ field: 'parentId' }]]);
    }
    expect((await call('POST', '', { name: 'x', parentId: nobody })).status).toBe(422);
  });

  it('hold workflows, and are not deleted while they do', async () => {
    const id = await create('Full');
    const made = await workflowIn(id);
    const refused = await call('DELETE', `/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'FOLDER_NOT_EMPTY']);
    await api.call('DELETE', `workflows/${made.body.data.id}`);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
  });

  it('are made of any text that a workflow names as its folder', async () => {
    await workflowIn('Ärger & Co/1');
    expect(await names()).toContain('Ärger & Co/1');
    const path = `/${encodeURIComponent('Ärger & Co/1')}`;
    const renamed = await call<'changeFolder'>('PATCH', path, { name: 'Trouble' });
    expect(renamed.body.data).toMatchObject({ id: 'Ärger & Co/1', name: 'Trouble' });
    await Promise.all(['new', 'new', 'new'].map((id) => workflowIn(id)));
    expect((await names()).filter((name) => name === 'new')).toHaveLength(1);
  });

  it('cannot be deleted while a workflow is put into them', async () => {
    const id = await create('Busy');
    const [made, removed] = await Promise.all([workflowIn(id), call('DELETE', `/${id}`)]);
    expect(made.status).toBe(201);
    const { rows } = await api.pool.query('select from folder where id = $1', [id]);
    expect([removed.status, rows.length]).toEqual(removed.status === 204 ? [204, 1] : [409, 1]);
  });

  it('of one tenant are out of reach for another', async () => {
    const id = await create('Private');
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/${id}`, body, api.stranger.apiKey)).status).toBe(404);
    expect(await names(api.stranger.apiKey)).not.toContain('Private');
    const below = { name: 'x', parentId: id };
    expect((await call('POST', '', below, api.stranger.apiKey)).status).toBe(422);
  });

  it('are listed once each over pages, and are a thousand at most', async () => {
    const own = await createTenant(api);
    await api.pool.query(
      `insert into folder (workspace_id, id, name) select $1, 'f' || n, 'f' || n from generate_series(1, $2) n`,
      [own.workspaceId, maxFolders],
    );
    const first = await call<'listFolders'>('GET', '?limit=999', undefined, own.apiKey);
    const next = `?limit=999&cursor=${first.body.nextCursor ?? ''}`;
    const second = await call<'listFolders'>('GET', next, undefined, own.apiKey);
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect([ids.length, new Set(ids).size, second.body.nextCursor]).toEqual([
      maxFolders,
      maxFolders,
      undefined,
    ]);
    const refused = await call('POST', '', { name: 'one more' }, own.apiKey);
    expect([refused.status, refused.body.code]).toEqual([403, 'QUOTA_EXCEEDED']);
    expect((await workflowIn('one-more', own.apiKey)).status).toBe(403);
    expect((await workflowIn('f7', own.apiKey)).status).toBe(201);
  });
});
