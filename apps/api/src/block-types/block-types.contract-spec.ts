import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();
const paths = [
  '/api/v1/block-types',
  '/schemas/workflow-definition.json',
  '/schemas/workflow-file.json',
];

describe('the documents for editors', () => {
  it.each(paths)('%s needs no key, and is not sent again to who has it', async (path) => {
    const first = await api.request<object>('GET', path);
    expect([first.status, first.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    const again = await api.request<unknown>('GET', path, { headers });
    expect([again.status, again.headers['etag']]).toEqual([304, first.headers['etag']]);
    const changed = await api.request('GET', path, { headers: { 'if-none-match': '"other"' } });
    expect(changed.status).toBe(200);
  });

  it('have the ports, outputs and hints of each block type', async () => {
    const { body } = await api.call<'listBlockTypes'>('GET', 'block-types');
    const of = (type: string) => body.data.find((one) => one.type === type);
    expect(of('api')).toMatchObject({
      ...{ title: 'HTTP request', category: 'action', ports: ['out'], hasErrorPort: true },
      openOutputs: false,
      configSchema: {
        required: ['url'],
        properties: {
          timeoutMs: { title: 'Timeout (ms)', 'x-ui': 'duration', 'x-group': 'advanced' },
        },
      },
    });
    expect(of('condition')?.ports).toEqual({ from: 'conditions[].port' });
    expect(of('webhook')).toMatchObject({ hasErrorPort: false, ports: ['out'] });
    expect(of('variables')?.openOutputs).toBe(true);
  });

  it('are part of the OpenAPI document', async () => {
    const { body } = await api.request<{ components: { schemas: Record<string, object> } }>(
      'GET',
      '/openapi.json',
    );
    expect(body.components.schemas).toMatchObject({
      WorkflowDefinition: { properties: { blocks: { type: 'array' } } },
      WorkflowBlockApi: { properties: { type: { const: 'api' } } },
    });
  });
});
