import { beforeEach, describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { type Answer, type HttpMethod, type Refusal } from '../testing/test-api.js';
import { createMember } from '../testing/test-database.js';

const api = openTestApi();
let made = 0;
let path = '';
let id = '';

const call = <Of = Refusal>(
  method: HttpMethod,
  url: string,
  body?: unknown,
  key = api.tenant.apiKey,
): Promise<Answer<Of>> => api.call(method, `workflows/${id}${url}`, { body, key });

/** Without a response block, so that a call is answered at once. */
const webhook = (at = path) => ({
  blocks: [{ id: 'hook', type: 'webhook', name: 'Webhook', config: { path: at } }],
});
const numbered = (number: number): object => ({ ...webhook(), variables: { number } });
const save = (definition: object): Promise<Answer> => call('PUT', '', { name: path, definition });
const deploy = async (body?: object): Promise<number> => {
  const answer = await call<'deployWorkflow'>('POST', '/deploy', body);
  expect(answer.status).toBe(200);
  return answer.body.data.version;
};
const trigger = (url: string): Promise<Answer> => api.request('POST', url, { body: {} });

beforeEach(async () => {
  made += 1;
  path = `deployment-${made}`;
  const body = { name: path, definition: numbered(1) };
  id = (await api.call<'createWorkflow'>('POST', 'workflows', { body })).body.data.id;
});

describe('versions', () => {
  it('are listed without definitions, with who deployed them and why', async () => {
    const member = await createMember(api, api.tenant, 'editor');
    await deploy({ note: 'first' });
    await save(numbered(2));
    await call('POST', '/deploy', undefined, member.apiKey);
    const { data } = (await call<'listWorkflowVersions'>('GET', '/versions')).body;
    expect(data).toMatchObject([
      { version: 2, deployedBy: member.userId, note: null },
      { version: 1, deployedBy: null, note: 'first' },
    ]);
    expect(data.some((version) => 'definition' in version)).toBe(false);
    const one = await call<'getWorkflowVersion'>('GET', '/versions/1');
    expect(one.body.data).toMatchObject({ version: 1, note: 'first', definition: numbered(1) });
  });

  it('are listed once each over pages', async () => {
    for (const number of [1, 2, 3]) {
      await save(numbered(number));
      await deploy();
    }
    const first = await call<'listWorkflowVersions'>('GET', '/versions?limit=2');
    const cursor = first.body.nextCursor ?? '';
    const next = await call<'listWorkflowVersions'>('GET', `/versions?limit=2&cursor=${cursor}`);
    const numbers = [...first.body.data, ...next.body.data].map(({ version }) => version);
    expect([numbers, next.body.nextCursor]).toEqual([[3, 2, 1], undefined]);
  });

  it.each(['0', '-1', '2', 'x', '9999999999'])('are not found with the number %s', async (n) => {
    await deploy();
    expect((await call('GET', `/versions/${n}`)).status).toBe(404);
    expect((await call('POST', `/versions/${n}/deploy`)).status).toBe(404);
  });

  it('are deployed again under their numbers, with an audit row and no new version', async () => {
    await deploy();
    await save(numbered(2));
    await deploy();
    const back = await call<'deployWorkflowVersion'>('POST', '/versions/1/deploy');
    expect([back.status, back.body.data.version]).toEqual([200, 1]);
    const { data } = (await call<'getWorkflow'>('GET', '')).body;
    expect([data.deployedVersion, data.definition]).toMatchObject([
      1,
      { variables: { number: 2 } },
    ]);
    const list = await call<'listWorkflowVersions'>('GET', '/versions');
    expect(list.body.data.map(({ version }) => version)).toEqual([2, 1]);
    const { rows } = await api.pool.query(
      'select path, status from audit_event where action = $1 and path like $2',
      ['deployWorkflowVersion', `%${id}%`],
    );
    expect(rows).toEqual([{ path: `/api/v1/workflows/${id}/versions/1/deploy`, status: 200 }]);
  });

  it('are not deployed again while another workflow has their trigger path', async () => {
    await deploy();
    await save(webhook(`${path}-moved`));
    await deploy();
    const other = await api.deploy(webhook());
    const taken = await call('POST', '/versions/1/deploy');
    expect([taken.status, taken.body.details]).toMatchObject([
      422,
      [{ code: 'TRIGGER_PATH_TAKEN' }],
    ]);
    await api.call('DELETE', `workflows/${other}`);
    expect((await call('POST', '/versions/1/deploy')).status).toBe(200);
  });

  it('take schedules with them', async () => {
    const clock = (everySeconds: number) => ({
      blocks: [{ id: 'clock', type: 'schedule', name: 'Clock', config: { everySeconds } }],
    });
    const scheduled = async (): Promise<number | null> => {
      const sql = 'select from workflow_schedule where workflow_id = $1';
      return (await api.pool.query(sql, [id])).rowCount;
    };
    await save(clock(60));
    await deploy();
    await save(webhook());
    await deploy();
    expect(await scheduled()).toBe(0);
    await call('POST', '/versions/1/deploy');
    expect(await scheduled()).toBe(1);
    await call('POST', '/undeploy');
    expect(await scheduled()).toBe(0);
  });

  it('are refused with a schedule that only an earlier release accepted', async () => {
    await deploy();
    const clock = { id: 'clock', type: 'schedule', name: 'Clock', config: { cron: 'daily' } };
    await api.pool.query('update workflow_version set definition = $2 where workflow_id = $1', [
      id,
      JSON.stringify({ blocks: [clock], edges: [] }),
    ]);
    const answer = await call('POST', '/versions/1/deploy');
    expect([answer.status, answer.body.details]).toMatchObject([422, [{ blockId: 'clock' }]]);
  });

  it.each([
    ['/deploy', { version: 1 }],
    ['/versions/1/deploy', { note: 'x' }],
    ['/undeploy', { force: true }],
    ['/pause', { until: 'tomorrow' }],
    ['/resume', { at: 'once' }],
  ])('refuse a body that %s does not know', async (url, body) => {
    await deploy();
    const answer = await call('POST', url, body);
    expect([answer.status, answer.body.details]).toEqual([
      422,
      [{ field: Object.keys(body)[0], message: 'Unknown field' }],
    ]);
  });

  it('are out of reach for other tenants and for viewers', async () => {
    await deploy();
    const viewer = await createMember(api, api.tenant, 'viewer');
    for (const url of ['/deploy', '/versions/1/deploy', '/undeploy', '/pause', '/resume']) {
      const foreign = await call('POST', url, undefined, api.stranger.apiKey);
      const own = await call('POST', url, undefined, viewer.apiKey);
      expect([url, foreign.status, own.status]).toEqual([url, 404, 403]);
    }
    for (const url of ['/versions', '/versions/1'])
      expect((await call('GET', url, undefined, api.stranger.apiKey)).status).toBe(404);
  });
});

describe('a workflow that is taken out of use', () => {
  it('answers 404 at its triggers and keeps draft, versions and path', async () => {
    await deploy();
    const url = await api.triggerPath(path);
    expect((await trigger(url)).status).toBe(202);
    const undeployed = await call<'undeployWorkflow'>('POST', '/undeploy');
    expect(undeployed.body.data).toMatchObject({ deployedVersion: null, pausedAt: null });
    const refused = await trigger(url);
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND']);
    const started = await call('POST', '/execute', {});
    expect([started.status, started.body.code]).toEqual([409, 'NOT_DEPLOYED']);
    const body = { name: 'b', definition: webhook() };
    expect((await api.call('POST', 'workflows', { body })).status).toBe(422);
    expect((await call('POST', '/undeploy')).status).toBe(200);
    expect((await call('POST', '/versions/1/deploy')).status).toBe(200);
    expect((await trigger(url)).status).toBe(202);
  });

  it('gives up the path that only its deployed version had', async () => {
    await deploy();
    await save(webhook(`${path}-next`));
    await call('POST', '/undeploy');
    await api.deploy(webhook());
  });
});

describe('a paused workflow', () => {
  it('answers 503 with Retry-After at its triggers and calls, until it is resumed', async () => {
    await deploy();
    const url = await api.triggerPath(path);
    const paused = await call<'pauseWorkflow'>('POST', '/pause');
    const { pausedAt } = paused.body.data;
    expect(pausedAt).toEqual(expect.any(String));
    expect((await call<'pauseWorkflow'>('POST', '/pause')).body.data.pausedAt).toBe(pausedAt);
    for (const answer of [await trigger(url), await call('POST', '/execute', {})]) {
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        503,
        'WORKFLOW_PAUSED',
        '60',
      ]);
    }
    await save(numbered(2));
    await deploy();
    expect((await trigger(url)).body.code).toBe('WORKFLOW_PAUSED');
    const resumed = await call<'resumeWorkflow'>('POST', '/resume');
    expect(resumed.body.data.pausedAt).toBeNull();
    expect((await trigger(url)).status).toBe(202);
  });

  it('is deployed: another one can not be paused', async () => {
    const answer = await call('POST', '/pause');
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_DEPLOYED']);
  });

  it('is no longer paused once it was undeployed', async () => {
    await deploy();
    await call('POST', '/pause');
    await call('POST', '/undeploy');
    await deploy();
    expect((await call<'getWorkflow'>('GET', '')).body.data.pausedAt).toBeNull();
  });
});
