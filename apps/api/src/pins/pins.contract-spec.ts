/** Pins of drafts: what is stored, and what is refused. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const values = (id: string) => block(id, 'variables', { values: { x: 1 } });
const loop = block('loop', 'loop', { type: 'count', count: 2 });
const definition = {
  blocks: [
    ...[block('start', 'manual'), values('a'), values('b'), loop, values('in')],
    block('which', 'condition', { conditions: [{ port: 'yes', expression: '1 == 1' }] }),
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'loop' },
    { from: 'loop', to: 'in', port: 'each' },
    { from: 'loop', to: 'which' },
  ],
};

let id = '';
beforeEach(async () => {
  const body = { name: 'a', definition };
  const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  id = made.body.data.id;
});

const pin = <Of = 'putWorkflowPin'>(
  blockId: string,
  output: unknown,
  more: object = {},
): Promise<Answer<Of>> =>
  api.call('PUT', `workflows/${id}/pins/${blockId}`, { body: { output, ...more } });

const listed = async () =>
  (await api.call<'listWorkflowPins'>('GET', `workflows/${id}/pins`)).body.data;

const save = (blocks: readonly object[], edges: readonly object[] = []) =>
  api.call('PUT', `workflows/${id}?allowProblems=true`, {
    body: { name: 'a', definition: { blocks, edges } },
  });

describe('a pin', () => {
  it('is listed with who pinned it, when, and from which execution', async () => {
    const member = await createMember(api, api.tenant, 'editor');
    expect(await listed()).toEqual([]);
    const executionId = randomUUID();
    const made = await api.call<'putWorkflowPin'>('PUT', `workflows/${id}/pins/a`, {
      body: { output: { x: 5 }, executionId },
      key: member.apiKey,
    });
    const expected = {
      ...{ blockId: 'a', output: { x: 5 }, sizeBytes: 7, executionId },
      ...{ pinnedAt: expect.any(String), pinnedBy: member.userId },
    };
    expect([made.status, made.body.data]).toEqual([200, expected]);
    await pin('b', null);
    expect(await listed()).toEqual([
      expected,
      { ...expected, blockId: 'b', output: null, sizeBytes: 4, executionId: null, pinnedBy: null },
    ]);
  });

  it('keeps the text of its output', async () => {
    const output = '{ "n": 9007199254740993,\n\t"e": 1e400, "u": "\\u0041", "2": 1, "1": 2 }';
    const headers = { 'x-api-key': api.tenant.apiKey, 'content-type': 'application/json' };
    const url = `/api/v1/workflows/${id}/pins`;
    const payload = `{"output" : ${output} }`;
    const put = await api.app.inject({ method: 'PUT', url: `${url}/a`, headers, payload });
    expect([put.statusCode, put.payload]).toEqual([200, expect.stringContaining(output)]);
    const { payload: read } = await api.app.inject({ method: 'GET', url, headers });
    expect(read).toContain(`"output":${output},`);
  });

  it('replaces an earlier one, and is removed, also twice', async () => {
    await pin('a', 1);
    await pin('a', 2);
    expect((await listed()).map(({ output }) => output)).toEqual([2]);
    for (const _ of ['once', 'twice'])
      expect((await api.call('DELETE', `workflows/${id}/pins/a`)).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it('changes neither revision nor hash nor version', async () => {
    await api.call('POST', `workflows/${id}/deploy`);
    await pin('a', 1);
    const again = await api.call<'deployWorkflow'>('POST', `workflows/${id}/deploy`);
    const { body } = await api.call<'getWorkflow'>('GET', `workflows/${id}`);
    expect([again.body.data.version, body.data.revision]).toEqual([1, 1]);
    expect(JSON.stringify(body)).not.toContain('pin');
  });

  it('is recorded in the audit trail', async () => {
    await pin('a', 'not in the trail');
    await api.call('DELETE', `workflows/${id}/pins/a`);
    const { body } = await api.call<'listAuditEvents'>('GET', 'audit?limit=2');
    expect(body.data).toMatchObject([
      { action: 'deleteWorkflowPin', targetId: 'a', status: 204 },
      { action: 'putWorkflowPin', targetId: 'a', status: 200 },
    ]);
    expect(JSON.stringify(body)).not.toContain('not in the trail');
  });
});

describe('a pin is refused', () => {
  const refusalOf = async (blockId: string, output: unknown, more: object = {}) => {
    const { status, body } = await pin<Refusal>(blockId, output, more);
    return [status, body.code, body.details.map((one) => (one as { field: string }).field)];
  };

  it.each<[string, unknown, string[]]>([
    ['a text', '***', ['output']],
    ['a header', { headers: { authorization: 'Bearer ***' } }, ['output.headers.authorization']],
    ['an item', [1, { key: 'a***' }, '***'], ['output[1].key', 'output[2]']],
    ['an encrypted header', { h: '[secret]' }, ['output.h']],
  ])('with a masked value: %s', async (_, output, fields) => {
    expect(await refusalOf('a', output)).toEqual([422, 'INVALID_REQUEST', fields]);
    const { body } = await pin<Refusal>('a', output);
    expect(body.error).toContain(`${fields[0] ?? ''}: has "`);
    expect(body.error).toContain('which logs show in place of a secret');
  });

  it.each([
    ['the trigger', 'start', 'is a trigger'],
    ['an unknown block', 'aa', 'no block with the id "aa"'],
    ['a block in a body', 'in', 'Pin "loop" instead'],
    ['a condition without a port', 'which', 'must name the port'],
  ])('for %s', async (_, blockId, message) => {
    const { status, body } = await pin<Refusal>(blockId, 1);
    expect([status, body.code, body.error]).toEqual([
      ...[422, 'INVALID_REQUEST', expect.stringContaining(message)],
    ]);
  });

  it('with another field, another execution, or no output', async () => {
    expect(await refusalOf('a', 1, { by: 'me' })).toEqual([422, 'INVALID_REQUEST', ['by']]);
    expect(await refusalOf('a', 1, { executionId: 'x' })).toEqual([
      ...[422, 'INVALID_REQUEST', ['executionId']],
    ]);
    expect(await refusalOf('a', undefined)).toEqual([422, 'INVALID_REQUEST', ['output']]);
  });

  it('beyond a mebibyte for the workflow, and the earlier one stays', async () => {
    const most = 1_024 ** 2;
    expect((await pin('a', 'x'.repeat(most / 2 - 2))).status).toBe(200);
    expect((await pin('b', 'x'.repeat(most / 2 - 2))).status).toBe(200);
    for (const length of [most / 2 - 1, most]) {
      const { status, body } = await pin<Refusal>('b', 'x'.repeat(length));
      expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE']);
    }
    expect((await listed()).map(({ sizeBytes }) => sizeBytes)).toEqual([most / 2, most / 2]);
  });

  it('beyond two hundred blocks, of which removed ones make room', async () => {
    const ids = Array.from({ length: 202 }, (_, n) => `v${n}`);
    const blocks = [block('start', 'manual'), ...ids.map(values)];
    await save(blocks);
    await api.pool.query(
      `insert into workflow_pin (workflow_id, block_id, output) select $1, unnest($2::text[]), '1'`,
      [id, ids.slice(0, 200)],
    );
    expect((await pin('v200', 1)).status).toBe(413);
    await save(blocks.filter((one) => one.id !== 'v0'));
    expect((await pin('v200', 1)).status).toBe(200);
    await save(blocks);
    expect((await listed()).map(({ blockId }) => blockId)).not.toContain('v0');
  });
});

describe('the pin of a removed block', () => {
  it('is not listed, and comes back with the block', async () => {
    await pin('a', 1);
    await pin('b', 2);
    await save(definition.blocks.slice(0, 2), definition.edges.slice(0, 1));
    expect((await listed()).map(({ blockId }) => blockId)).toEqual(['a']);
    await save(definition.blocks, definition.edges);
    expect((await listed()).map(({ blockId }) => blockId)).toEqual(['a', 'b']);
  });

  it('is pinned while the draft is not finished', async () => {
    await save([values('a'), { id: 'odd', type: 'teleport', name: 'Odd', config: {} }]);
    expect([(await pin('odd', 1)).status, (await pin('gone', 1)).status]).toEqual([200, 422]);
  });
});

describe('pins of a workflow', () => {
  it('are out of reach for other tenants, and viewers only read them', async () => {
    await pin('a', 'mine');
    const viewer = await createMember(api, api.tenant, 'viewer');
    const call = async (method: HttpMethod, key: string): Promise<number> => {
      const path = method === 'GET' ? 'pins' : 'pins/a';
      const body = method === 'PUT' ? { body: { output: 1 } } : {};
      return (await api.call(method, `workflows/${id}/${path}`, { key, ...body })).status;
    };
    for (const [method, ofViewer] of [
      ['GET', 200],
      ['PUT', 403],
      ['DELETE', 403],
    ] as const)
      expect([
        method,
        await call(method, api.stranger.apiKey),
        await call(method, viewer.apiKey),
      ]).toEqual([method, 404, ofViewer]);
    expect((await listed()).map(({ output }) => output)).toEqual(['mine']);
  });

  it('go with the workflow', async () => {
    await pin('a', 1);
    await api.call('DELETE', `workflows/${id}`);
    expect((await api.call('GET', `workflows/${id}/pins`)).status).toBe(404);
    await api.pool.query('delete from workflow_version where workflow_id = $1', [id]);
    await api.pool.query('delete from workflow where id = $1', [id]);
    const { rowCount } = await api.pool.query('select from workflow_pin where workflow_id = $1', [
      id,
    ]);
    expect(rowCount).toBe(0);
  });
});
