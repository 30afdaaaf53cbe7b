/** Test URLs of drafts: which calls run what, and when they end. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics, type ExecutionRequested } from '@libs/contracts';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';
import { storeHookSecret } from '../testing/webhook-triggers.js';

const api = openTestApi();

const hook = (path: string, config: object = {}) => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } },
    { id: 'a', type: 'variables', name: 'A', config: { values: { x: 1 } } },
  ],
  edges: [{ from: 'hook', to: 'a' }],
});

async function save(definition: object): Promise<string> {
  const body = { name: 'Draft', definition };
  const made = await api.call<'createWorkflow'>('POST', 'workflows', { body });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

async function listen(workflowId: string) {
  const { status, body } = await api.call<'listenToDraft'>(
    'POST',
    `workflows/${workflowId}/listen`,
  );
  expect([status, body]).toEqual([201, expect.anything()]);
  return { ...body.data, path: new URL(body.data.testUrl).pathname };
}

const call = <Of = Refusal>(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: HttpMethod = 'POST',
): Promise<Answer<Of>> => api.request(method, path, { body: { n: 1 }, headers });

async function requestOf(executionId: string): Promise<ExecutionRequested | undefined> {
  const found: ExecutionRequested[] = [];
  for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests))
    await api.eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      for (const { key, value } of records) {
        const record = key === executionId ? decodeRecord(value) : null;
        if (record?.type === 'ExecutionRequested') found.push(record.data);
      }
    });
  expect(found.length).toBeLessThan(2);
  return found[0];
}

beforeAll(() => storeHookSecret(api, 'the secret'));

describe('a test URL', () => {
  it('runs the draft at the time of the call, once, under the announced id', async () => {
    const workflowId = await save(hook('later'));
    const { path, executionId, expiresAt } = await listen(workflowId);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 200_000);
    const changed = { name: 'Draft', definition: hook('later', { methods: ['POST', 'PUT'] }) };
    expect((await api.call('PUT', `workflows/${workflowId}`, { body: changed })).status).toBe(200);
    const answer = await call<'triggerWorkflow'>(path, {}, 'PUT');
    expect([answer.status, answer.body.data.executionId]).toEqual([202, executionId]);
    expect(await requestOf(executionId)).toMatchObject({
      ...{ workflowId, trigger: 'manual', quiet: true, deploymentVersion: -2 },
      input: expect.stringContaining('"body":{"n":1}'),
    });
    expect((await call(path)).status).toBe(404);
  });

  it('takes one of many calls at once', async () => {
    const { path, executionId } = await listen(await save(hook('crowd')));
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(404)]);
    expect(await requestOf(executionId)).toBeDefined();
  });

  it('leaves calls of the deployed version alone', async () => {
    const workflowId = await api.deploy(hook('production'));
    const { path } = await listen(workflowId);
    const production = await call<'triggerWorkflow'>(await api.triggerPath('production'));
    const request = await requestOf(production.body.data.executionId);
    expect(request).toMatchObject({ deploymentVersion: 1, trigger: 'webhook', quiet: false });
    expect((await call(path)).status).toBe(202);
  });

  it('checks its caller like the trigger, and stays open for the next one', async () => {
    const auth = { type: 'bearer', secret: '{{HOOK}}' };
    const { path } = await listen(await save(hook('guarded', { auth })));
    expect((await call(path)).status).toBe(401);
    expect((await call(path, {}, 'DELETE')).status).toBe(405);
    expect((await call(path, { authorization: 'Bearer the secret' })).status).toBe(202);
  });

  it('tells its caller nothing about a draft with problems, and stays open', async () => {
    const workflowId = await save(hook('broken'));
    const { path } = await listen(workflowId);
    const { rows } = await api.pool.query<{ draft: object }>(
      'select draft from workflow where id = $1',
      [workflowId],
    );
    const store = (draft: object | undefined) =>
      api.pool.query('update workflow set draft = $2 where id = $1', [workflowId, draft]);
    const broken = { id: 'a', type: 'api', name: 'Internal', config: { method: 'GETT' } };
    await store({ ...hook('broken'), blocks: [hook('broken').blocks[0], broken], variables: {} });
    const refused = await call(path);
    expect([refused.status, refused.body.code]).toEqual([422, 'INVALID_WORKFLOW']);
    expect(JSON.stringify(refused.body)).not.toMatch(/Internal|"a"/);
    await store(rows[0]?.draft);
    expect((await call(path)).status).toBe(202);
  });

  it('ends after 50 refused calls, and after its time', async () => {
    const { path } = await listen(await save(hook('tried')));
    for (let number = 0; number < 50; number += 1)
      expect((await call(path, {}, 'DELETE')).status).toBe(405);
    expect((await call(path)).status).toBe(404);
    const other = await listen(await save(hook('late')));
    await api.pool.query(`update draft_listener set expires_at = now() - interval '1 second'`);
    expect((await call(other.path)).status).toBe(404);
  });

  it('is not found at another path or with a changed token', async () => {
    const { path } = await listen(await save(hook('here')));
    expect((await call(path.replace('here', 'there'))).status).toBe(404);
    expect((await call(path.replace('/test-', '/test-x'))).status).toBe(404);
    expect((await call(`${path.slice(0, -5)}A/here`)).status).toBe(404);
  });

  it('stores no token', async () => {
    const { testUrl } = await listen(await save(hook('secret')));
    const [, token = ''] = /(test-[^/]+)/.exec(testUrl) ?? [];
    const { rows } = await api.pool.query('select * from draft_listener');
    expect(JSON.stringify(rows)).not.toContain(token.slice(5));
  });

  it('ends when the same person opens another one, and stays when somebody else does', async () => {
    const member = await createMember(api, api.tenant, 'editor');
    const first = await listen(await save(hook('first')));
    const theirs = await save(hook('theirs'));
    const url = `workflows/${theirs}/listen`;
    const other = await api.call<'listenToDraft'>('POST', url, { key: member.apiKey });
    const second = await listen(await save(hook('second')));
    expect((await call(first.path)).status).toBe(404);
    expect((await call(second.path)).status).toBe(202);
    expect((await call(new URL(other.body.data.testUrl).pathname)).status).toBe(202);
  });

  it('ends when the person stops listening, and theirs alone', async () => {
    const member = await createMember(api, api.tenant, 'editor');
    const workflowId = await save(hook('stopped'));
    const url = `workflows/${workflowId}/listen`;
    const other = await api.call<'listenToDraft'>('POST', url, { key: member.apiKey });
    const mine = await listen(workflowId);
    expect((await api.call('DELETE', url)).status).toBe(204);
    expect((await call(mine.path)).status).toBe(404);
    expect((await api.call('DELETE', url)).status).toBe(204);
    expect((await api.call('DELETE', url, { key: api.stranger.apiKey })).status).toBe(404);
    expect((await call(new URL(other.body.data.testUrl).pathname)).status).toBe(202);
  });

  it('is opened for a webhook of the own workspace only, fifty at a time', async () => {
    const manual = await save({
      blocks: [{ id: 'm', type: 'manual', name: 'M', config: {} }],
      edges: [],
    });
    const refused = await api.call('POST', `workflows/${manual}/listen`);
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('X-Draft')]);
    const workflowId = await save(hook('mine'));
    const key = api.stranger.apiKey;
    expect((await api.call('POST', `workflows/${workflowId}/listen`, { key })).status).toBe(404);
    await api.pool.query('delete from draft_listener');
    await listen(workflowId);
    for (let number = 0; number < 50; number += 1) {
      // As if each were another person's.
      await api.pool.query('update draft_listener set opened_by = gen_random_uuid()');
      if (number < 49) await listen(workflowId);
    }
    const crowded = await api.call('POST', `workflows/${workflowId}/listen`);
    expect([crowded.status, crowded.body.code]).toEqual([429, 'QUOTA_EXCEEDED']);
  });
});
