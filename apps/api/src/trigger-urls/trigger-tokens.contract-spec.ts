/** Trigger URLs and the token in them, over HTTP. Nothing runs. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { targetByOldUrlSql, targetByUrlSql } from '../executions/execution.sql.js';
import { type CountedDatabase, countedStatements } from '../testing/counted-statements.js';
import { insertOldTriggerUrl } from '../testing/old-trigger-url.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, Refusal, TestApi } from '../testing/test-api.js';
import { createTenant } from '../testing/test-database.js';

const databases: CountedDatabase[] = [];
const api = openTestApi({
  watch: (database) => {
    const counted = countedStatements(database);
    databases.push(counted);
    return counted.database;
  },
});
let other: TestApi;

beforeAll(async () => {
  other = await api.another();
});

const hook = (path: string, config: object = {}): object => ({
  blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }],
});

const trigger = <Of = Refusal>(
  url: string,
  { headers = {}, instance = api }: { headers?: Record<string, string>; instance?: TestApi } = {},
): Promise<Answer<Of>> => instance.request('POST', url, { body: { n: 1 }, headers });

const rotate = <Of = 'rotateTriggerToken'>(
  body: object,
  { workspaceId, apiKey: key } = api.tenant,
): Promise<Answer<Of>> =>
  api.call('POST', `workspaces/${workspaceId}/trigger-tokens/rotate`, { key, body });

const tokensOf = async ({ workspaceId, apiKey: key } = api.tenant) =>
  (await api.call<'listTriggerTokens'>('GET', `workspaces/${workspaceId}/trigger-tokens`, { key }))
    .body.data;

describe('a trigger URL', () => {
  it('runs the workflow of its own workspace, though another one has the same path', async () => {
    await api.deploy(hook('same', { methods: ['PUT'] }));
    await api.deploy(hook('same'), api.stranger.apiKey);
    const [mine, theirs] = [
      await api.triggerPath('same'),
      await api.triggerPath('same', api.stranger.apiKey),
    ];
    expect([(await trigger(mine)).status, (await trigger(theirs)).status]).toEqual([405, 202]);
  });

  it('gets the same 404 after one look-up, whatever is wrong with it', async () => {
    const id = await api.deploy(hook('probed'));
    await api.deploy(hook('theirs'), api.stranger.apiKey);
    const { workspaceId } = api.tenant;
    await insertOldTriggerUrl(api, 'retired', { workflowId: id, workspaceId });
    const retired = `workspaces/${workspaceId}/old-trigger-urls/retired`;
    expect((await api.call('DELETE', retired)).status).toBe(204);
    const draft = { name: 'draft', definition: hook('draft') };
    expect((await api.call('POST', 'workflows', { body: draft })).status).toBe(201);
    const mine = await api.triggerPath('probed');
    const theirs = await api.triggerPath('theirs', api.stranger.apiKey);
    for (const { statements } of databases) statements.splice(0);
    const withToken = [
      mine.replace('probed', 'nothing'),
      mine.replace('probed', 'theirs'),
      mine.replace('probed', 'draft'),
      theirs.replace('theirs', 'probed'),
      '/api/webhooks/trigger/AAAAAAAAAAAAAAAAAAAAAAAA/probed',
      `/api/webhooks/trigger/${encodeURIComponent("' or 1=1 --")}/probed`,
    ];
    const old = ['retired', 'probed', 'never'].map((path) => `/api/webhooks/trigger/${path}`);
    const answers = await Promise.all([...withToken, ...old].map((url) => trigger(url)));
    const [first] = answers;
    expect([first?.status, first?.body.code]).toEqual([404, 'NOT_FOUND']);
    for (const { status, body, headers } of answers) {
      expect([status, { ...body, requestId: '' }]).toEqual([
        404,
        { ...first?.body, requestId: '' },
      ]);
      expect(Object.keys(headers).sort()).toEqual(Object.keys(first?.headers ?? {}).sort());
    }
    const asked = databases.flatMap(({ statements }) => statements);
    expect(asked.filter((text) => text === targetByUrlSql)).toHaveLength(withToken.length);
    expect(asked.filter((text) => text === targetByOldUrlSql)).toHaveLength(old.length);
  });

  it('has a token in a workspace of the previous release too', async () => {
    const made = await createTenant(api);
    expect(await tokensOf(made)).toMatchObject([
      { token: expect.stringMatching(/^[A-Za-z0-9]{24}$/), endsAt: null },
    ]);
  });
});

describe('the trigger token of a workspace', () => {
  it('is replaced; the former one works for the overlap, and both share idempotency keys', async () => {
    await api.deploy(hook('rotated'));
    const before = await api.triggerPath('rotated');
    const headers = { 'idempotency-key': 'one' };
    const first = await trigger<'triggerWorkflow'>(before, { headers });
    const { status, body } = await rotate({ overlapSeconds: 3_600 });
    expect([status, body.data.endsAt]).toEqual([200, null]);
    const after = await api.triggerPath('rotated');
    expect(after).toBe(`/api/webhooks/trigger/${body.data.token}/rotated`);
    for (const url of [before, after]) {
      const again = await trigger<'triggerWorkflow'>(url, { headers });
      expect(again.body.data.executionId).toBe(first.body.data.executionId);
    }
    const [current, former] = await tokensOf();
    expect([current, before]).toEqual([
      body.data,
      `/api/webhooks/trigger/${former?.token ?? ''}/rotated`,
    ]);
    const { rows } = await api.pool.query(
      `select from trigger_token
       where token = $1 and ends_at between now() + interval '3000 s' and now() + interval '3600 s'`,
      [former?.token],
    );
    expect(rows).toHaveLength(1);
  });

  it('stops at once without an overlap, on other instances soon after; the new one works', async () => {
    await api.deploy(hook('leaked'));
    const leaked = await api.triggerPath('leaked');
    for (const instance of [api, other])
      expect((await trigger(leaked, { instance })).status).toBe(202);
    await rotate({ overlapSeconds: 0 });
    expect((await trigger(leaked)).status).toBe(404);
    const refused = async () => (await trigger(leaked, { instance: other })).status === 404;
    await eventually('the other instance refuses it', refused);
    const current = await api.triggerPath('leaked');
    for (const instance of [api, other])
      expect((await trigger(current, { instance })).status).toBe(202);
  });

  it('stops when its overlap is over', async () => {
    await api.deploy(hook('ended'));
    const before = await api.triggerPath('ended');
    await rotate({});
    expect((await trigger(before)).status).toBe(202);
    await api.pool.query(
      `update trigger_token set ends_at = now() - interval '1 ms' where ends_at is not null`,
    );
    await eventually('it is refused', async () => (await trigger(before)).status === 404);
  });

  it('overlaps with at most four former ones; one more is refused with the remedy', async () => {
    const tenant = await createTenant(api);
    for (let n = 0; n < 4; n += 1) expect((await rotate({}, tenant)).status).toBe(200);
    const refused = await rotate<Refusal>({}, tenant);
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error).toMatch(/^5 former .*; 4 may\..* ends at 2.*"overlapSeconds": 0/);
    expect(await tokensOf(tenant)).toHaveLength(5);
    expect((await rotate({ overlapSeconds: 0 }, tenant)).status).toBe(200);
    expect(await tokensOf(tenant)).toHaveLength(1);
  });

  it('is the same for all callers that rotate it at the same time', async () => {
    const tenant = await createTenant(api);
    const rotations = Array.from({ length: 8 }, () => rotate({ overlapSeconds: 0 }, tenant));
    for (const { status } of await Promise.all(rotations)) expect(status).toBe(200);
    const tokens = await tokensOf(tenant);
    expect(tokens.map(({ endsAt }) => endsAt)).toEqual([null]);
  });

  it.each([-1, 2_592_001, 1.5, '7'])('cannot overlap for %j seconds', async (overlapSeconds) => {
    const refused = await rotate<Refusal>({ overlapSeconds });
    expect([refused.status, refused.body.details[0]?.field]).toEqual([422, 'overlapSeconds']);
  });
});
