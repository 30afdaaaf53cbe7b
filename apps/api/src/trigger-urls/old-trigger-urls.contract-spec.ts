/** Trigger URLs that an earlier release made, over HTTP. Nothing runs. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { OldTriggerCalls } from '../executions/old-trigger-calls.js';
import { insertOldTriggerUrl } from '../testing/old-trigger-url.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal, TestApi } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi();
let other: TestApi;

beforeAll(async () => {
  other = await api.another();
});

const hook = (path: string, config: object = {}): object => ({
  blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }],
});

const oldUrl = (path: string): string => `/api/webhooks/trigger/${path}`;

const trigger = <Of = Refusal>(
  url: string,
  { headers = {}, instance = api }: { headers?: Record<string, string>; instance?: TestApi } = {},
): Promise<Answer<Of>> => instance.request('POST', url, { body: { n: 1 }, headers });

async function deploy(path: string, config: object = {}, tenant = api.tenant): Promise<string> {
  const workflowId = await api.deploy(hook(path, config), tenant.apiKey);
  await insertOldTriggerUrl(api, path, { ...tenant, workflowId });
  return workflowId;
}

const list = (
  query = '',
  { workspaceId, apiKey: key } = api.tenant,
): Promise<Answer<'listOldTriggerUrls'>> =>
  api.call('GET', `workspaces/${workspaceId}/old-trigger-urls${query}`, { key });

const listed = async (path: string) => (await list()).body.data.find((one) => one.path === path);

const retire = (path: string, { workspaceId, apiKey: key } = api.tenant): Promise<Answer> =>
  api.call('DELETE', `workspaces/${workspaceId}/old-trigger-urls/${path}`, { key });

const callsOf = ({ app }: TestApi): OldTriggerCalls => app.get(OldTriggerCalls, { strict: false });

describe('an old trigger URL', () => {
  it('runs its workflow, and shares idempotency keys with its new URL', async () => {
    await deploy('both');
    const headers = { 'idempotency-key': 'k' };
    const ids = new Set<string>();
    for (const url of [oldUrl('both'), await api.triggerPath('both'), oldUrl('both')]) {
      const { status, body } = await trigger<'triggerWorkflow'>(url, { headers });
      expect(status).toBe(202);
      ids.add(body.data.executionId);
    }
    expect(ids.size).toBe(1);
  });

  it('is not made for a new workflow', async () => {
    await api.deploy(hook('modern'));
    expect((await trigger(oldUrl('modern'))).status).toBe(404);
    expect(await listed('modern')).toBeUndefined();
  });

  it('has its calls counted on every instance, refused ones too, without those of the new URL', async () => {
    const workflowId = await deploy('counted', { auth: { type: 'bearer', secret: '{{A}}' } });
    const metric = async (): Promise<number> => {
      const { body } = await api.request<string>('GET', '/metrics');
      return Number(/^flowledger_old_trigger_url_calls_total (\d+)/m.exec(body)?.[1]);
    };
    const before = await metric();
    for (const instance of [api, other, api, other, api])
      expect((await trigger(oldUrl('counted'), { instance })).status).toBe(401);
    await trigger(await api.triggerPath('counted'));
    // The text of the metrics is kept for a moment.
    await eventually('three calls', async () => (await metric()) - before === 3);
    for (const instance of [api, other]) await callsOf(instance).store();
    expect(await eventually('five calls', async () => callsIn(await listed('counted'), 5))).toEqual(
      {
        path: 'counted',
        url: expect.stringMatching(/^http:\/\/[^/]+\/api\/webhooks\/trigger\/counted$/),
        workflowId,
        calls: 5,
        lastUsedAt: expect.any(String),
      },
    );
  });

  it('stores counts the next time when they could not be stored', async () => {
    await deploy('later');
    await api.pool.query('alter table trigger_path rename to trigger_path_away');
    callsOf(api).note('later');
    await expect(callsOf(api).store()).rejects.toThrow('trigger_path');
    await api.pool.query('alter table trigger_path_away rename to trigger_path');
    callsOf(api).note('later');
    await callsOf(api).store();
    await eventually('both calls', async () => callsIn(await listed('later'), 2));
  });

  it('runs the workflow of its workspace that has the path now, and none of another workspace', async () => {
    await api.call('DELETE', `workflows/${await deploy('inherited')}`);
    await api.deploy(hook('inherited'), api.stranger.apiKey);
    expect((await trigger(oldUrl('inherited'))).status).toBe(404);
    expect((await listed('inherited'))?.workflowId).toBeNull();
    const heir = await api.deploy(hook('inherited'));
    expect((await trigger(oldUrl('inherited'))).status).toBe(202);
    expect((await listed('inherited'))?.workflowId).toBe(heir);
  });

  it('is retired by an owner for ever, on other instances soon after; the new URL still works', async () => {
    const id = await deploy('finished');
    for (const instance of [api, other])
      expect((await trigger(oldUrl('finished'), { instance })).status).toBe(202);
    expect((await retire('finished', api.stranger)).status).toBe(404);
    expect((await retire('finished')).status).toBe(204);
    expect((await trigger(oldUrl('finished'))).status).toBe(404);
    const refused = async () =>
      (await trigger(oldUrl('finished'), { instance: other })).status === 404;
    await eventually('the other instance refuses it', refused);
    expect((await retire('finished')).status).toBe(404);
    await api.call('POST', `workflows/${id}/deploy`);
    expect((await trigger(oldUrl('finished'))).status).toBe(404);
    expect((await trigger(await api.triggerPath('finished'))).status).toBe(202);
    expect(await listed('finished')).toBeUndefined();
  });

  it('is in the list of its own workspace only, page by page, with a cursor of that list', async () => {
    const tenant = await createTenant(api);
    const paths = ['b-2', 'a', 'c', 'b-1'];
    for (const path of paths) await deploy(path, {}, tenant);
    const seen: string[] = [];
    let query = '?limit=3';
    while (query !== '') {
      const { body } = await list(query, tenant);
      seen.push(...body.data.map(({ path }) => path));
      query = body.nextCursor === undefined ? '' : `?limit=3&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(paths.toSorted());
    const { nextCursor = '' } = (await list('?limit=1', tenant)).body;
    const foreign = await api.call(
      'GET',
      `workspaces/${api.tenant.workspaceId}/old-trigger-urls?cursor=${nextCursor}`,
    );
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });
});

/** Null until it has that many calls. */
function callsIn<Url extends { readonly calls: number }>(
  url: Url | undefined,
  count: number,
): Url | null {
  return url?.calls === count ? url : null;
}
