import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
const body = { name: 'Failed', page: 'executions', query: 'status=error&q=a%20b' };

describe('the saved views of a workspace', () => {
  it('are shared: what one member saves, all of them see, by page', async () => {
    const { apiKey: key, userId } = await createMember(api, api.tenant, 'editor');
    const made = await api.call<'createView'>('POST', 'views', { key, body });
    expect(made).toMatchObject({ status: 201, body: { data: { ...body, createdBy: userId } } });
    await api.call('POST', 'views', { body: { ...body, page: 'workflows' } });
    const viewer = (await createMember(api, api.tenant, 'viewer')).apiKey;
    const list = await api.call<'listViews'>('GET', 'views?page=executions', { key: viewer });
    expect(list.body.data).toEqual([made.body.data]);
    expect((await api.call<'listViews'>('GET', 'views')).body.data).toHaveLength(2);
    expect((await api.call('POST', 'views', { key: viewer, body })).status).toBe(403);
  });

  it('can be replaced and deleted, but not by strangers', async () => {
    const { id } = (await api.call<'createView'>('POST', 'views', { body })).body.data;
    const change = { ...body, name: 'Renamed', query: '' };
    const key = api.stranger.apiKey;
    expect((await api.call('PUT', `views/${id}`, { key, body: change })).status).toBe(404);
    expect((await api.call('DELETE', `views/${id}`, { key })).status).toBe(404);
    const replaced = await api.call<'replaceView'>('PUT', `views/${id}`, { body: change });
    expect(replaced).toMatchObject({ status: 200, body: { data: { id, ...change } } });
    expect((await api.call('DELETE', `views/${id}`)).status).toBe(204);
    expect((await api.call('PUT', `views/${id}`, { body })).status).toBe(404);
  });

  it('are bounded in size and number', async () => {
    const wrong = [
      { name: ' ' },
      { name: 'x'.repeat(201) },
      { page: 'https://elsewhere.example' },
      { query: 'x'.repeat(4_097) },
      { query: 'a b' },
    ];
    for (const change of wrong) {
      const answer = await api.call('POST', 'views', { body: { ...body, ...change } });
      expect([change, answer.status]).toEqual([change, 422]);
    }
    await api.pool.query(
      `insert into saved_view (id, workspace_id, name, page, query)
       select gen_random_uuid(), $1, 'v', 'executions', '' from generate_series(1, 200)`,
      [api.stranger.workspaceId],
    );
    const key = api.stranger.apiKey;
    expect(await api.call('POST', 'views', { key, body })).toMatchObject({
      ...{ status: 403, body: { code: 'QUOTA_EXCEEDED' } },
    });
  });
});
