import { beforeEach, describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import {
  type Answer,
  type HttpMethod,
  type Refusal,
  validDefinition,
} from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
let made = 0;
let path = '';

beforeEach(() => {
  made += 1;
  path = `draft-${made}`;
});

const call = <Of = Refusal>(
  method: HttpMethod,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Of>> => api.call(method, `workflows${url}`, { body, headers });

const broken = (of = path): object => ({
  ...validDefinition(of),
  edges: [{ from: 'hook', to: 'nowhere' }],
});
const dangling = expect.objectContaining({ code: 'DANGLING_EDGE', field: 'edges[0].to' });
const create = async (definition: object = validDefinition(path), query = ''): Promise<string> => {
  const answer = await call<'createWorkflow'>('POST', query, { name: path, definition });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
};

describe('a draft with problems', () => {
  it('is stored with them when the caller allows that, and refused otherwise', async () => {
    const refused = await call('POST', '', { name: 'a', definition: broken() });
    expect([refused.status, refused.body.details]).toEqual([422, [dangling]]);
    const id = await create(broken(), '?allowProblems=true');
    const read = await call<'getWorkflow'>('GET', `/${id}`);
    expect(read.body.data).toMatchObject({ problems: [dangling], definition: broken() });
    const deployed = await call('POST', `/${id}/deploy`);
    expect([deployed.status, deployed.body.details]).toEqual([422, [dangling]]);
    const fixed = { name: 'a', definition: validDefinition(path) };
    const saved = await call<'updateWorkflow'>('PUT', `/${id}?allowProblems=true`, fixed);
    expect(saved.body.data.problems).toEqual([]);
    expect((await call('POST', `/${id}/deploy`)).status).toBe(200);
  });

  it('may be empty, or have fields that no definition has', async () => {
    for (const definition of [
      { blocks: [] },
      { blocks: [{ id: 'a', type: 'api', name: 'A', position: { x: 1, y: 2 } }] },
    ]) {
      const id = await create(definition, '?allowProblems=true');
      const { data } = (await call<'getWorkflow'>('GET', `/${id}`)).body;
      expect(data.definition).toMatchObject(definition);
      expect(data.problems).not.toEqual([]);
      expect((await call('GET', '?limit=1')).status).toBe(200);
    }
  });

  it.each([
    ['no object', 'text'],
    ['blocks that are no list', { blocks: {} }],
    ['a block without a name', { blocks: [{ id: 'a', type: 'webhook' }] }],
    ['too many values', { blocks: [], variables: { a: Array(200_000).fill(0) } }],
  ])('is refused with %s', async (_, definition) => {
    const answer = await call('POST', '?allowProblems=true', { name: 'a', definition });
    expect([answer.status, answer.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
  });

  it('keeps as many problems as fit into an answer', async () => {
    const edges = Array.from({ length: 2_000 }, () => ({ from: 'hook', to: 'x'.repeat(900) }));
    const id = await create({ ...validDefinition(path), edges }, '?allowProblems=true');
    const { problems } = (await call<'getWorkflow'>('GET', `/${id}`)).body.data;
    expect(problems).toHaveLength(300);
    expect(JSON.stringify(problems).length).toBeLessThan(300_000);
  });

  it('holds no trigger path, and its workflow keeps the deployed one', async () => {
    const id = await create();
    await call('POST', `/${id}/deploy`);
    const renamed = { name: 'a', definition: broken(`${path}-next`) };
    await call('PUT', `/${id}?allowProblems=true`, renamed);
    const other = await create(validDefinition(`${path}-next`));
    const taken = await call('POST', '', { name: 'b', definition: validDefinition(path) });
    expect(taken.body.details).toMatchObject([{ code: 'TRIGGER_PATH_TAKEN' }]);
    await call('DELETE', `/${other}`);
  });

  it('has a taken trigger path as a problem', async () => {
    const owner = await create();
    const id = await create(validDefinition(path), '?allowProblems=true');
    const { data } = (await call<'getWorkflow'>('GET', `/${id}`)).body;
    expect(data.problems).toMatchObject([{ code: 'TRIGGER_PATH_TAKEN', blockId: 'hook' }]);
    await call('DELETE', `/${owner}`);
    expect((await call('POST', `/${id}/deploy`)).status).toBe(200);
  });

  it('shows no trigger URL for a path that no URL can have', async () => {
    const id = await create(validDefinition('../a b?c'), '?allowProblems=true');
    expect((await call<'getWorkflow'>('GET', `/${id}`)).body.data).not.toHaveProperty('triggerUrl');
    const list = await call<'listWorkflows'>('GET', '?limit=1');
    expect(list.body.data[0]).not.toHaveProperty('triggerUrl');
  });

  it('is refused for a value of allowProblems other than true and false', async () => {
    const answer = await call('POST', '?allowProblems=1', { name: 'a', definition: {} });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PARAMETER']);
  });
});

describe('the revision of a workflow', () => {
  const save = (id: string, headers: Record<string, string> = {}, name = 'x') =>
    call<'updateWorkflow'>('PUT', `/${id}`, { name, definition: validDefinition(path) }, headers);

  it('counts saves and is the ETag of each answer', async () => {
    const id = await create();
    const first = await call<'getWorkflow'>('GET', `/${id}`);
    expect([first.body.data.revision, first.headers['etag']]).toEqual([1, '"1"']);
    const saved = await save(id);
    expect([saved.body.data.revision, saved.headers['etag']]).toEqual([2, '"2"']);
    await call('POST', `/${id}/deploy`);
    expect((await call('GET', `/${id}`)).headers['etag']).toBe('"2"');
  });

  it('counts the saves of a process of the previous release', async () => {
    const id = await create(broken(), '?allowProblems=true');
    await api.pool.query('update workflow set draft = $2 where id = $1', [
      id,
      JSON.stringify(validDefinition(path)),
    ]);
    const { data } = (await call<'getWorkflow'>('GET', `/${id}`)).body;
    expect([data.revision, data.updatedBy, data.problems]).toEqual([2, null, []]);
  });

  it('refuses a save of an older one with what the other writer saved', async () => {
    const id = await create();
    const member = await createMember(api, api.tenant, 'editor');
    const theirs = { ...validDefinition(path), variables: { theirs: 1 } };
    const body = { name: 'theirs', definition: theirs };
    await api.call('PUT', `workflows/${id}`, { key: member.apiKey, body });
    for (const [method, url, changed] of [
      ['PUT', '', { name: 'mine', definition: validDefinition(path) }],
      ['PATCH', '', { name: 'mine' }],
      ['POST', '/deploy', {}],
    ] as const) {
      const answer = await call<{ code: string; details: object }>(
        method,
        `/${id}${url}`,
        changed,
        { 'if-match': '"1"' },
      );
      expect([answer.status, answer.body.code, answer.headers['etag']]).toEqual([
        412,
        'REVISION_CONFLICT',
        '"2"',
      ]);
      expect(answer.body.details).toEqual({
        revision: 2,
        updatedAt: expect.any(String),
        updatedBy: member.userId,
        definition: theirs,
      });
    }
    expect((await save(id, { 'if-match': '"2"' })).status).toBe(200);
    expect((await save(id)).status).toBe(200);
  });

  it('lets exactly one of several writers replace it', async () => {
    const id = await create();
    const saves = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => save(id, { 'if-match': '"1"' }, name)),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('answers 400 to an If-Match that is no ETag', async () => {
    const answer = await save(await create(), { 'if-match': '1' });
    expect(answer.status).toBe(400);
  });
});

describe('PATCH of a workflow', () => {
  it('changes name, description and folder, and leaves the rest', async () => {
    const id = await create();
    const changed = await call<'changeWorkflow'>('PATCH', `/${id}`, { folderId: 'sales' });
    expect(changed.body.data).toMatchObject({ name: path, folderId: 'sales', revision: 2 });
    expect(changed.body.data).not.toHaveProperty('definition');
    await call('PATCH', `/${id}`, { name: 'b', description: 'text' });
    await call('PATCH', `/${id}`, { folderId: null });
    const { data } = (await call<'getWorkflow'>('GET', `/${id}`)).body;
    expect(data).toMatchObject({ name: 'b', description: 'text', folderId: null, revision: 4 });
    expect(data.definition).toMatchObject(validDefinition(path));
  });

  it('changes the definition alone, of the revision that it names', async () => {
    const id = await create();
    await call('PATCH', `/${id}`, { name: 'b', description: 'text', folderId: 'sales' });
    const definition = { ...validDefinition(path), variables: { theirs: 1 } };
    const stale = await call('PATCH', `/${id}`, { definition }, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    const saved = await call<'changeWorkflow'>(
      'PATCH',
      `/${id}`,
      { definition },
      { 'if-match': '"2"' },
    );
    expect([saved.status, saved.headers['etag']]).toEqual([200, '"3"']);
    expect(saved.body).toMatchObject({ data: { revision: 3, problems: [] }, warnings: [] });
    const { data } = (await call<'getWorkflow'>('GET', `/${id}`)).body;
    expect(data).toMatchObject({ name: 'b', description: 'text', folderId: 'sales', definition });
  });

  it('answers with the problems and warnings of the definition', async () => {
    const id = await create();
    const refused = await call('PATCH', `/${id}`, { definition: broken() });
    expect([refused.status, refused.body.details]).toEqual([422, [dangling]]);
    const kept = await call<'changeWorkflow'>('PATCH', `/${id}?allowProblems=true`, {
      definition: broken(),
    });
    expect(kept.body.data.problems).toEqual([dangling]);
    expect(kept.body.warnings).toMatchObject([{ code: 'UNREACHABLE_BLOCK', blockId: 'done' }]);
    const renamed = await call<'changeWorkflow'>('PATCH', `/${id}`, { name: 'b' });
    expect(renamed.body).toMatchObject({ data: { problems: [dangling] }, warnings: [] });
  });

  it.each([
    [{}, 'INVALID_REQUEST'],
    [{ name: '' }, 'INVALID_REQUEST'],
    [{ definition: {} }, 'INVALID_WORKFLOW'],
    [{ definition: null }, 'INVALID_WORKFLOW'],
  ])('refuses %j', async (body, code) => {
    const answer = await call('PATCH', `/${await create()}`, body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});
