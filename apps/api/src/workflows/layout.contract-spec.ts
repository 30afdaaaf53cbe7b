import { beforeEach, describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { type HttpMethod } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
const definition = { blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }] };
const empty = { positions: {}, sizes: {}, collapsed: [] };
let id = '';

const layout = (method: HttpMethod, body?: object, key = api.tenant.apiKey) =>
  api.call<'getWorkflowLayout'>(method, `workflows/${id}/layout`, { body, key });

beforeEach(async () => {
  const body = { name: 'a', definition };
  id = (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
});

describe('a layout', () => {
  it('is empty until it is saved, and then what was saved', async () => {
    expect((await layout('GET')).body.data).toEqual(empty);
    const saved = {
      positions: { start: [1.5, -20] },
      sizes: { start: [9, 9] },
      collapsed: ['start'],
    };
    expect((await layout('PUT', saved)).status).toBe(200);
    expect((await layout('GET')).body.data).toEqual(saved);
    await layout('PUT', {});
    expect((await layout('GET')).body.data).toEqual(empty);
  });

  it('changes neither revision nor hash, and goes with the version that is deployed', async () => {
    await api.call('POST', `workflows/${id}/deploy`);
    await layout('PUT', { positions: { start: [1, 2] } });
    const again = await api.call<'deployWorkflow'>('POST', `workflows/${id}/deploy`);
    expect(again.body.data.version).toBe(1);
    const workflow = await api.call<'getWorkflow'>('GET', `workflows/${id}`);
    expect(workflow.body.data.revision).toBe(1);
    const changed = { name: 'a', definition: { ...definition, variables: { a: 1 } } };
    await api.call('PUT', `workflows/${id}`, { body: changed });
    await api.call('POST', `workflows/${id}/deploy`);
    await layout('PUT', { positions: { start: [3, 4] } });
    const versions = await Promise.all(
      ['1', '2'].map((n) => api.call<'getWorkflowVersion'>('GET', `workflows/${id}/versions/${n}`)),
    );
    expect(versions.map(({ body }) => body.data.layout)).toEqual([
      null,
      { ...empty, positions: { start: [1, 2] } },
    ]);
  });

  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`b${n}`, [n, n]]));
  it.each([
    ['too many blocks', { positions: many }],
    ['a number that is too large', { positions: { a: [1e300, 0] } }],
    ['a position of three', { positions: { a: [1, 2, 3] } }],
    ['text', { sizes: { a: ['1', '2'] } }],
    ['a long id', { collapsed: ['a'.repeat(65)] }],
    ['another field', { zoom: 1 }],
    ['too many bytes', { collapsed: Array(2_000).fill('€'.repeat(64)), positions: {} }],
  ])('is refused with %s', async (_, body) => {
    expect((await layout('PUT', body)).status).toBe(422);
  });

  it('of a definition with as many blocks as there may be is stored', async () => {
    const blocks = Array.from({ length: 1_000 }, (_, n) => [`block-${n}`, [n * 320.25, n / 3]]);
    const full = { positions: Object.fromEntries(blocks), sizes: Object.fromEntries(blocks) };
    expect((await layout('PUT', full)).status).toBe(200);
  });

  it('is out of reach for other tenants, and viewers only read it', async () => {
    const viewer = await createMember(api, api.tenant, 'viewer');
    const statuses = await Promise.all([
      layout('GET', undefined, api.stranger.apiKey),
      layout('PUT', {}, api.stranger.apiKey),
      layout('GET', undefined, viewer.apiKey),
      layout('PUT', {}, viewer.apiKey),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 403]);
  });
});
