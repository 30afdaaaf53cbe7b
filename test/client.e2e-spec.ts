/** The generated client against a listening api. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiRefusal, createClient, type Client, type WorkflowDefinition } from '@libs/client';
import { openTestApi } from '../apps/api/src/testing/open-test-api.js';
import { validDefinition } from '../apps/api/src/testing/test-api.js';

const api = openTestApi({ listens: true });
let client: Client;
let baseUrl: string;

beforeAll(async () => {
  baseUrl = await api.app.getUrl();
  client = createClient({ baseUrl, apiKey: api.tenant.apiKey });
});

describe('the generated client', () => {
  it('sends paths, queries and bodies, and returns the answer of the api', async () => {
    const definition = validDefinition('client') as WorkflowDefinition;
    const { data } = await client.call('createWorkflow', {
      body: { name: 'From the client', definition },
    });
    const path = { id: data.id };
    expect((await client.call('getWorkflow', { path })).data.name).toBe('From the client');
    expect((await client.call('deployWorkflow', { path })).data.version).toBe(1);
    const page = await client.call('listWorkflows', { query: { limit: 1 } });
    expect(page.data.map(({ id }) => id)).toEqual([data.id]);
    expect(await client.call('deleteWorkflow', { path })).toBeNull();
  });

  it('follows the tail from position to position', async () => {
    const { workspaceId } = api.tenant;
    const { position, data, limits } = await client.call('tailLogs', { query: { workspaceId } });
    expect([data, limits.usage.plan]).toEqual([[], 'enterprise']);
    const next = await client.call('tailLogs', { query: { workspaceId, after: position } });
    expect(next.data).toEqual([]);
  });

  it('throws a refusal with its status and its code', async () => {
    const query = { workspaceId: api.tenant.workspaceId };
    const stranger = createClient({ baseUrl, apiKey: 'fl_wrong' });
    const refusal: unknown = await stranger.call('listLogs', { query }).catch((e: unknown) => e);
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(refusal).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
  });
});
