import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
const path = (name = ''): string => `workspaces/${api.tenant.workspaceId}/secrets${name}`;

/** Its response has this text. */
const answering = (text: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path: randomUUID() } },
    { id: 'said', type: 'response', name: 'Said', config: { status: 200, body: text } },
  ],
  edges: [{ from: 'hook', to: 'said' }],
});

const usedBy = async (name: string): Promise<readonly string[]> =>
  (await api.call<'getSecret'>('GET', path(`/${name}`))).body.data.usedBy;

const put = (name: string, body: object, key = api.tenant.apiKey) =>
  api.call<'putSecret'>('PUT', path(`/${name}`), { key, body });

describe('the uses of a secret', () => {
  it('are the workflows whose draft or deployed version names it', async () => {
    for (const name of ['FIRST', 'SECOND']) await put(name, { value: 'long enough' });
    const body = { name: 'w', definition: answering('{{FIRST}} and {{ SECOND }}') };
    const made = await api.call<'createWorkflow'>('POST', 'workflows?allowProblems=true', { body });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    expect([await usedBy('FIRST'), await usedBy('SECOND')]).toEqual([[id], [id]]);
    await api.pool.query(
      `insert into workflow_version (workflow_id, version, content_hash, definition) select id, 1, 'h', draft from workflow where id = $1`,
      [id],
    );
    await api.pool.query('update workflow set deployed_version = 1 where id = $1', [id]);
    const without = { name: 'w', definition: answering('FIRST {SECOND}') };
    const query = `workflows/${id}?allowProblems=true`;
    expect((await api.call('PUT', query, { body: without })).status).toBe(200);
    expect(await usedBy('FIRST')).toEqual([id]);
    await api.call('POST', `workflows/${id}/undeploy`);
    const list = await api.call<'listSecrets'>('GET', path());
    expect(list.body.data.map((secret) => secret.usedBy)).toEqual([[], []]);
  });

  it('do not name deleted workflows or those of others', async () => {
    await put('THIRD', { value: 'long enough' });
    const body = { name: 'w', definition: answering('{{THIRD}}') };
    const query = 'workflows?allowProblems=true';
    await api.call('POST', query, { key: api.stranger.apiKey, body });
    const made = await api.call<'createWorkflow'>('POST', query, { body });
    await api.call('DELETE', `workflows/${made.body.data.id}`);
    expect(await usedBy('THIRD')).toEqual([]);
  });
});

describe('the description of a secret', () => {
  it('stays with a new value, changes by itself, and says who changed it', async () => {
    const { apiKey, userId } = await createMember(api, api.tenant, 'editor');
    await put('DESCRIBED', { value: 'long enough', description: 'For orders' });
    const again = await put('DESCRIBED', { value: 'another value' }, apiKey);
    expect(again.body.data).toMatchObject({ description: 'For orders', updatedBy: userId });
    const changed = await put('DESCRIBED', { description: 'For all' });
    expect(changed.body.data).toMatchObject({ description: 'For all', updatedBy: null });
    expect((await put('DESCRIBED', { description: null })).body.data.description).toBeNull();
    expect((await put('DESCRIBED', { description: 'x'.repeat(501) })).status).toBe(422);
    expect((await put('UNKNOWN', { description: 'For none' })).status).toBe(422);
  });
});
