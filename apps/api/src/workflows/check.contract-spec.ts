import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();

const definitionOf = (config: object, path = 'checked') => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path } },
    { id: 'call', type: 'api', name: 'Call', config },
  ],
  edges: [{ from: 'hook', to: 'call' }],
});
const headers = [{ key: 'Authorization', value: 'Bearer {{SHOP_TOKN}}' }];
const unknownSecret = {
  ...{ code: 'UNKNOWN_SECRET', blockId: 'call', blockName: 'Call' },
  ...{ field: 'config.headers[0].value', line: 1, column: 8, suggestion: 'SHOP_TOKEN' },
};

const setSecret = () =>
  api.call('PUT', `workspaces/${api.tenant.workspaceId}/secrets/SHOP_TOKEN`, {
    body: { value: 'long-enough' },
  });

describe('the check of a definition', () => {
  it('answers 200 with every problem and stores nothing', async () => {
    const body = { definition: definitionOf({ url: '<hok.body>', method: 'GETT' }) };
    const answer = await api.call<'checkWorkflow'>('POST', 'workflows/check', { body });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      ok: false,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      problems: [
        { field: 'config.method', suggestion: 'GET' },
        { field: 'config.url', line: 1, column: 1, length: 10, suggestion: 'Hook' },
      ],
      warnings: [],
      blocks: { hook: { ports: ['out'] }, call: { ports: ['out', 'error'], container: null } },
    });
    const list = await api.call<'listWorkflows'>('GET', 'workflows');
    expect(list.body.data.filter(({ name }) => name === 'checked')).toEqual([]);
  });

  it('counts lines and columns in the text that was sent', async () => {
    const text = JSON.stringify(definitionOf({ url: '<hok.body>' }), null, 2);
    const answer = await api.call<'checkWorkflow'>('POST', 'workflows/check', { body: { text } });
    const [problem] = answer.body.data.problems;
    const line = text.split('\n')[Number(problem?.line) - 1] ?? '';
    expect(line.slice(Number(problem?.column) - 1)).toBe('<hok.body>"');
  });

  it('warns of secrets that the workspace does not have, only who may list them', async () => {
    await setSecret();
    const body = { definition: definitionOf({ url: 'https://x.example', headers }) };
    const answer = await api.call<'checkWorkflow'>('POST', 'workflows/check', { body });
    expect(answer.body.data).toMatchObject({ ok: true, warnings: [unknownSecret] });
    const { apiKey } = await createMember(api, api.tenant, 'viewer');
    const viewer = { body, key: apiKey };
    const seen = await api.call<'checkWorkflow'>('POST', 'workflows/check', viewer);
    expect([seen.status, seen.body.data.warnings]).toEqual([200, []]);
  });

  it('takes a definition or a text', async () => {
    for (const body of [{}, { definition: {}, text: '{}' }]) {
      const answer = await api.call('POST', 'workflows/check', { body });
      expect([answer.status, answer.body.error]).toEqual([
        422,
        'The request is not valid: either "definition" or "text" is required, not both',
      ]);
    }
  });
});

describe('a save and a deployment', () => {
  it('answer with warnings beside the data', async () => {
    await setSecret();
    const path = randomUUID();
    const body = {
      name: 'warned',
      definition: definitionOf({ url: 'https://x.example', headers }, path),
    };
    const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
    expect([made.status, made.body.warnings]).toMatchObject([201, [unknownSecret]]);
    const at = `workflows/${made.body.data.id}`;
    const changed = await api.call<'updateWorkflow'>('PUT', at, { body });
    expect([changed.status, changed.body.warnings]).toMatchObject([200, [unknownSecret]]);
    const deployed = await api.call<'deployWorkflow'>('POST', `${at}/deploy`);
    expect([deployed.status, deployed.body.warnings]).toMatchObject([200, [unknownSecret]]);
  });

  it('refuse a path parameter without a value, and say where', async () => {
    const body = { name: 'x', definition: definitionOf({ url: 'https://x.example/orders/:id' }) };
    const answer = await api.call('POST', 'workflows', { body });
    expect([answer.status, answer.body.details]).toMatchObject([
      422,
      [{ code: 'MISSING_PATH_PARAM', field: 'config.url', line: 1, column: 26, length: 3 }],
    ]);
  });
});
