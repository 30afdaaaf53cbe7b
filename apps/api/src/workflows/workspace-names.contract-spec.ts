import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

async function put(
  kind: 'secrets' | 'variables',
  name: string,
  body: object,
  { apiKey: key, workspaceId } = api.tenant,
): Promise<void> {
  const path = `workspaces/${workspaceId}/${kind}/${name}`;
  expect((await api.call('PUT', path, { key, body })).status).toBe(200);
}

const definitionOf = (config: object) => ({
  blocks: [
    { id: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'call', type: 'api', name: 'Call', config },
  ],
  edges: [{ from: 'start', to: 'call' }],
});

/** Saves it, which always succeeds. @returns the answer of the deployment */
async function deployed(config: object, id?: string) {
  const body = { name: 'names', definition: definitionOf(config) };
  const saved = await api.call<'createWorkflow'>(
    id === undefined ? 'POST' : 'PUT',
    id === undefined ? 'workflows' : `workflows/${id}`,
    { body },
  );
  expect(saved.status).toBe(id === undefined ? 201 : 200);
  const workflowId = saved.body.data.id;
  return { workflowId, ...(await api.call('POST', `workflows/${workflowId}/deploy`)) };
}

describe('a deployment', () => {
  const headers = [{ key: 'Authorization', value: 'Bearer {{BOUND}}' }];

  it('is refused where a secret would be sent to a host that it does not name', async () => {
    await put('secrets', 'BOUND', { value: 'a-secret', allowedHosts: ['erp.example'] });
    const refused = await deployed({ url: 'https://evil.example/a', headers });
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(refused.body.details).toMatchObject([
      {
        code: 'SECRET_HOST_DENIED',
        blockId: 'call',
        field: 'config.headers[0].value',
        message: expect.stringContaining('"BOUND" may be sent to erp.example only, not to evil'),
      },
    ]);
    const { workflowId } = refused;
    expect((await deployed({ url: 'https://erp.example/a', headers }, workflowId)).status).toBe(
      200,
    );
    expect((await deployed({ url: '<start.url>', headers }, workflowId)).status).toBe(200);
  });

  it('is refused for an unchanged draft too, once the secret names other hosts', async () => {
    await put('secrets', 'LATER', { value: 'a-secret' });
    const config = { url: 'https://erp.example/', body: '{{LATER}}', method: 'POST' };
    const first = await deployed(config);
    expect(first.status).toBe(200);
    await put('secrets', 'LATER', { allowedHosts: ['other.example'] });
    expect((await deployed(config, first.workflowId)).status).toBe(422);
  });

  it('needs every variable that it reads; a refusal suggests the nearest name', async () => {
    const config = { url: '<env.BASE_URL>/orders' };
    await put('variables', 'BASE_URL', { value: 'https://x.example' }, api.stranger);
    const unknown = await deployed(config);
    expect([unknown.status, unknown.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    await put('variables', 'BASE_URI', { value: 'https://erp.example' });
    const near = await deployed(config, unknown.workflowId);
    expect(near.body.details).toMatchObject([
      {
        code: 'UNKNOWN_REFERENCE',
        blockId: 'call',
        field: 'config.url',
        message: expect.stringContaining('did you mean "BASE_URI"?'),
        ...{ line: 1, column: 1 },
      },
    ]);
    await put('variables', 'BASE_URL', { value: 'https://erp.example' });
    expect((await deployed(config, unknown.workflowId)).status).toBe(200);
  });
});
