/** Tests of workflows as the api stores them and asks for their runs; runners run them. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.js';
import { openTestApi } from '../testing/open-test-api.js';
import { type HttpMethod, validDefinition } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
let id = '';

beforeEach(async () => {
  const body = { name: 'a', definition: validDefinition(`tests-${randomUUID()}`) };
  id = (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
});

const path = (more = ''): string => `workflows/${id}/tests${more}`;
const listed = async () => (await api.call<'listWorkflowTests'>('GET', path())).body.data;
const replace = (tests: readonly object[]) =>
  api.call<'replaceWorkflowTests'>('PUT', path(), { body: { tests } });
const put = (test: unknown, testId: string = randomUUID()) =>
  api.call<'putWorkflowTest'>('PUT', path(`/${testId}`), { body: { test } });
const refused = (method: HttpMethod, more: string, body: object) =>
  api.call(method, path(more), { body });

const named = (name: string, more: object = {}) => ({ name, ...more });

describe('the tests of a workflow', () => {
  it('come back as they were sent, with who changed them', async () => {
    const member = await createMember(api, api.tenant, 'editor');
    expect(await listed()).toEqual([]);
    const testId = randomUUID();
    const test = { expect: { path: ['hook', 'done'] }, name: 'answers', input: { b: 1, a: 2 } };
    const made = await api.call<'putWorkflowTest'>('PUT', path(`/${testId}`), {
      body: { test },
      key: member.apiKey,
    });
    const expected = { id: testId, test, updatedAt: expect.any(String), updatedBy: member.userId };
    expect([made.status, made.body.data]).toEqual([200, expected]);
    await put(named('second'));
    const all = await listed();
    expect(all.map((one) => (one.test as { name: string }).name)).toEqual(['answers', 'second']);
    expect(Object.keys(all[0]?.test ?? {})).toEqual(['expect', 'name', 'input']);
    await put(named('renamed'), testId);
    expect((await listed()).map((one) => one.test)).toEqual([named('renamed'), named('second')]);
  });

  it('keep their text', async () => {
    const test = '{ "name": "exact", "input": [9007199254740993,\n1.10, 1e400, "\\u0041"] }';
    const headers = { 'x-api-key': api.tenant.apiKey, 'content-type': 'application/json' };
    const send = (method: 'GET' | 'PUT', more = '', payload = ''): Promise<string> =>
      api.app
        .inject({ method, url: `/api/v1/${path(more)}`, headers, ...(payload && { payload }) })
        .then((answer) => answer.payload);
    const one = await send('PUT', `/${randomUUID()}`, `{"test":${test}}`);
    expect(one).toContain(`"test":${test},`);
    const second = test.replace('exact', 'second');
    const all = await send('PUT', '', `{"tests": [{"test":${test}}, {"test" : ${second} }]}`);
    expect(await send('GET')).toBe(all);
    for (const text of [test, second]) expect(all).toContain(`"test":${text},`);
  });

  it('keep their ids by name when files without ids are pushed', async () => {
    const all = (tests: readonly object[]) => replace(tests.map((test) => ({ test })));
    const first = (await all([named('a'), named('b')])).body.data;
    const second = (await all([named('b', { input: 1 }), named('a'), named('c')])).body.data;
    expect(second.map((one) => one.id)).toEqual([
      ...[first[1]?.id, first[0]?.id, expect.any(String)],
    ]);
    expect(second[1]?.updatedAt).toBe(first[0]?.updatedAt);
    const { body } = await replace([{ test: named('x'), id: first[0]?.id }]);
    expect(body.data.map((one) => one.id)).toEqual([first[0]?.id]);
    expect((await listed()).map((one) => one.test)).toEqual([named('x')]);
  });

  it('change neither revision nor hash nor version, and are in no version', async () => {
    await api.call('POST', `workflows/${id}/deploy`);
    await put(named('a'));
    const again = await api.call<'deployWorkflow'>('POST', `workflows/${id}/deploy`);
    const { body } = await api.call<'getWorkflow'>('GET', `workflows/${id}`);
    expect([again.body.data.version, body.data.revision]).toEqual([1, 1]);
  });

  it('are removed, and recorded in the audit trail without what they say', async () => {
    const testId = randomUUID();
    await put(named('hidden name'), testId);
    expect((await api.call('DELETE', path(`/${testId}`))).status).toBe(204);
    expect((await api.call('DELETE', path(`/${testId}`))).status).toBe(404);
    await replace([]);
    const { body } = await api.call<'listAuditEvents'>('GET', 'audit?limit=4');
    expect(body.data.map(({ action, status }) => [action, status])).toEqual([
      ['replaceWorkflowTests', 200],
      ['deleteWorkflowTest', 404],
      ['deleteWorkflowTest', 204],
      ['putWorkflowTest', 200],
    ]);
    expect(JSON.stringify(body)).not.toContain('hidden name');
  });
});

describe('a test is refused', () => {
  it.each([
    [{ mocks: {} }, 'test.name'],
    [{ name: 'a', mock: {} }, 'test'],
    [{ name: 'a', mocks: { gone: {} } }, 'test.mocks.gone'],
    [{ name: 'a', expect: { path: ['hook', 'gone'] } }, 'test.expect.path[1]'],
    [7, 'test'],
    [null, 'test'],
  ])('for %j, by its place', async (test, field) => {
    const { status, body } = await refused('PUT', `/${randomUUID()}`, { test });
    expect([status, body.code, body.details[0]?.field]).toEqual([422, 'INVALID_REQUEST', field]);
  });

  it('by its place in the list, and the others stay', async () => {
    await put(named('a'));
    const tests = [{ test: named('b') }, { test: { name: 'c', mocks: { nope: {} } } }];
    const { status, body } = await refused('PUT', '', { tests });
    expect([status, body.details[0]?.field]).toEqual([422, 'tests[1].test.mocks.nope']);
    expect((await listed()).map((one) => one.test)).toEqual([named('a')]);
  });

  it('for an id twice, too many, and too much', async () => {
    const own = randomUUID();
    const twice = [own, own].map((one) => ({ id: one, test: named('a') }));
    expect((await refused('PUT', '', { tests: twice })).status).toBe(422);
    const many = Array.from({ length: 201 }, (_, n) => ({ test: named(`t${n}`) }));
    expect((await refused('PUT', '', { tests: many })).status).toBe(422);
    expect((await replace(many.slice(1))).status).toBe(200);
    const { status, body } = await refused('PUT', `/${own}`, { test: named('one more') });
    expect([status, body.code]).toEqual([403, 'QUOTA_EXCEEDED']);
    const large = { test: named('large', { input: 'x'.repeat(600_000) }) };
    expect((await refused('PUT', '', { tests: [large, large] })).status).toBe(413);
    expect((await replace([large])).status).toBe(200);
    expect((await refused('PUT', `/${own}`, large)).body.code).toBe('BODY_TOO_LARGE');
    expect(await listed()).toHaveLength(1);
  });

  it('by the first hundred blocks that are not there, or for too many values', async () => {
    const mocksOf = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`done${n}`, {}]));
    const refusal = (mocks: object) =>
      refused('PUT', `/${randomUUID()}`, { test: { name: 'a', mocks } });
    const { status, body } = await refusal(mocksOf(10_000));
    expect([status, body.details.length]).toEqual([422, 100]);
    expect((await refusal(mocksOf(40_000))).body.code).toBe('BODY_TOO_COMPLEX');
    const each = Array.from({ length: 400_000 }, () => 1);
    expect((await refusal({ done: { each } })).body.code).toBe('BODY_TOO_COMPLEX');
  });
});

describe('a run of tests', () => {
  const run = (body: object = {}) => api.call<'runWorkflowTests'>('POST', path('/run'), { body });

  /** As a runner does. @returns the row that it took */
  const answer = async (set: string) =>
    eventually('the request', async () => {
      const { rows } = await api.pool.query<{ id: string; test_ids: string[] | null }>(
        `update workflow_test_run set claimed_at = now(), ${set} where workflow_id = $1 and claimed_at is null
         returning id, test_ids`,
        [id],
      );
      return rows[0] ?? null;
    });

  it('answers with the results when a runner has ended it', async () => {
    const testId = randomUUID();
    await put(named('a'), testId);
    const asked = run({ testIds: [testId] });
    const result = {
      ...{ id: testId, name: 'a', passed: true, problem: null, differences: [] },
      ...{ path: ['hook', 'done'], durationMs: 1 },
    };
    const row = await answer(
      `ended_at = now(), revision = 1, test_count = 1, results = '${JSON.stringify([result])}'`,
    );
    expect(row.test_ids).toEqual([testId]);
    const { status, body } = await asked;
    const expected = {
      ...{ id: row.id, workflowId: id, state: 'ended', revision: 1, testCount: 1, problem: null },
      ...{ requestedAt: expect.any(String), endedAt: expect.any(String), results: [result] },
    };
    expect([status, body.data]).toEqual([200, expected]);
    const read = await api.call<'getWorkflowTestRun'>('GET', path(`/runs/${row.id}`));
    expect(read.body.data).toEqual(expected);
  });

  it('answers 202 with the results so far when it takes long', async () => {
    await put(named('a'));
    const asked = run();
    await answer(`test_count = 1, revision = 1`);
    const { status, body } = await asked;
    expect([status, body.data.state, body.data.results]).toEqual([202, 'running', []]);
    await api.pool.query(
      `update workflow_test_run set requested_at = now() - interval '1 hour' where workflow_id = $1`,
      [id],
    );
    const read = await api.call<'getWorkflowTestRun'>('GET', path(`/runs/${body.data.id}`));
    expect(read.body.data.state).toBe('lost');
  }, 60_000);

  it('is refused without tests, for an unknown test, and for the fourth at a time', async () => {
    expect((await refused('POST', '/run', {})).status).toBe(422);
    await put(named('a'));
    const { status, body } = await refused('POST', '/run', { testIds: [randomUUID()] });
    expect([status, body.details[0]?.field]).toEqual([422, 'testIds[0]']);
    await api.pool.query(
      `insert into workflow_test_run (id, workflow_id, workspace_id)
       select gen_random_uuid(), $1, $2 from generate_series(1, 3)`,
      [id, api.tenant.workspaceId],
    );
    const crowded = await refused('POST', '/run', {});
    expect([crowded.status, crowded.body.code]).toEqual([429, 'QUOTA_EXCEEDED']);
    await api.pool.query('delete from workflow_test_run');
  });
});

describe('tests and their runs', () => {
  it('are out of reach for other tenants, and viewers only read them', async () => {
    const testId = randomUUID();
    await put(named('mine'), testId);
    const runId = randomUUID();
    await api.pool.query(
      `insert into workflow_test_run (id, workflow_id, workspace_id, ended_at) values ($1, $2, $3, now())`,
      [runId, id, api.tenant.workspaceId],
    );
    const viewer = await createMember(api, api.tenant, 'viewer');
    const calls: [HttpMethod, string, object | undefined, number][] = [
      ['GET', '', undefined, 200],
      ['PUT', '', { tests: [] }, 403],
      ['PUT', `/${testId}`, { test: named('theirs') }, 403],
      ['DELETE', `/${testId}`, undefined, 403],
      ['POST', '/run', {}, 403],
      ['GET', `/runs/${runId}`, undefined, 200],
    ];
    for (const [method, more, body, ofViewer] of calls) {
      const request = body === undefined ? {} : { body };
      const as = async (key: string): Promise<number> =>
        (await api.call(method, path(more), { key, ...request })).status;
      expect([method, more, await as(api.stranger.apiKey), await as(viewer.apiKey)]).toEqual([
        ...[method, more, 404, ofViewer],
      ]);
    }
    expect((await listed()).map((one) => one.test)).toEqual([named('mine')]);
  });
});
