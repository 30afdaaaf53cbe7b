/**
 * Two accounts, each trying to squat, probe, inherit and exhaust what the other has, over HTTP.
 * Nothing runs; every workflow answers at once.
 */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { newApiKey } from '@libs/security';
import { randomUUID } from 'node:crypto';
import { insertOldTriggerUrl } from './testing/old-trigger-url.js';
import { openTestApi } from './testing/open-test-api.js';
import { storeBytes } from './testing/stored-bytes.js';
import type { Answer, HttpMethod, Refusal } from './testing/test-api.js';
import { createTenant, type Tenant } from './testing/test-database.js';

const wrongKeys = 3;
const api = openTestApi({
  env: {
    FLOWLEDGER_TRUSTED_PROXIES: '127.0.0.1',
    FLOWLEDGER_WRONG_KEYS_PER_MINUTE: String(wrongKeys),
  },
});

type Pair = readonly [mine: Tenant, theirs: Tenant];

/** New accounts on the free plan, in both roles. */
async function bothWays(): Promise<readonly [Pair, Pair]> {
  const create = (): Promise<Tenant> => createTenant(api, { plan: 'free' });
  const [one, other] = [await create(), await create()];
  return [
    [one, other],
    [other, one],
  ];
}

/** The same with unused accounts, for each role. */
const freshPairs = async (): Promise<readonly [Pair, Pair]> => [
  (await bothWays())[0],
  (await bothWays())[1],
];

const hook = (path: string, config: object = {}): object => ({
  blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } }],
});

const asTenant = <Of = Refusal>(
  { apiKey: key }: Tenant,
  method: HttpMethod,
  path: string,
  body?: object,
): Promise<Answer<Of>> => api.call(method, path, { key, ...(body && { body }) });

const trigger = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  api.request('POST', url, { body: {}, headers });

const executionOf = ({ headers }: Answer): string => String(headers['x-execution-id']);

const oldUrl = (path: string): string => `/api/webhooks/trigger/${path}`;

/** A deployed workflow of the tenant. Its path is new. */
async function deployed(tenant: Tenant, config: object = {}) {
  const path = `path-${randomUUID()}`;
  const id = await api.deploy(hook(path, config), tenant.apiKey);
  return { path, id, url: await api.triggerPath(path, tenant.apiKey) };
}

const execute = ({ apiKey: key }: Tenant, id: string): Promise<Answer> =>
  api.call('POST', `workflows/${id}/execute`, {
    ...{ key, body: {}, headers: { 'x-execution-mode': 'async' } },
  });

/** Calls until one is refused. @returns its code */
async function refusalOf(call: () => Promise<Answer>): Promise<string> {
  for (let n = 0; n < 200; n += 1) {
    const { status, body } = await call();
    if (status >= 400) return body.code;
  }
  return 'none';
}

describe('squatting', () => {
  it("takes neither paths nor old URLs nor names from the other's workspace", async () => {
    for (const [mine, theirs] of await bothWays()) {
      const { path, url, id } = await deployed(theirs);
      await insertOldTriggerUrl(api, path, { ...theirs, workflowId: id });
      await api.deploy(hook(path, { methods: ['PUT'] }), mine.apiKey);
      for (const one of [url, oldUrl(path)]) expect((await trigger(one)).status).toBe(202);

      const named = ({ workspaceId }: Tenant): string => `workspaces/${workspaceId}/variables/URL`;
      for (const tenant of [theirs, mine])
        await asTenant(tenant, 'PUT', named(tenant), { value: tenant.accountId });
      const read = await asTenant<'getVariable'>(theirs, 'GET', named(theirs));
      expect(read.body.data.value).toBe(theirs.accountId);
    }
  });

  it('of a path by a draft refuses neither a save nor a deployment', async () => {
    for (const [mine, theirs] of await bothWays()) {
      const path = `draft-${randomUUID()}`;
      const definition = hook(path);
      expect((await asTenant(mine, 'POST', 'workflows', { name: 'w', definition })).status).toBe(
        201,
      );
      await api.deploy(definition, theirs.apiKey);
      expect(await api.triggerPath(path, theirs.apiKey)).toMatch(new RegExp(`/${path}$`));
    }
  });
});

/** Each answer has the id of its own request. */
const alike = (body: object): object => ({ ...body, requestId: '' });

describe('probing', () => {
  it("tells nothing of the other's paths, tokens, keys and records", async () => {
    for (const [mine, theirs] of await bothWays()) {
      const own = await deployed(mine);
      const { path, id, url } = await deployed(theirs);
      const [ownToken = '', theirToken = ''] = [own.url, url].map((one) => one.split('/').at(-2));
      const unknown = await trigger(own.url.replace(own.path, 'never-used'));
      expect(unknown.status).toBe(404);
      for (const probe of [
        ...[own.url.replace(own.path, path), url.replace(path, own.path), oldUrl(path)],
        url.replace(theirToken, ownToken.toUpperCase()),
      ]) {
        const { status, body } = await trigger(probe);
        expect([status, alike(body)]).toEqual([404, alike(unknown.body)]);
      }

      const answersFor = async (workflowId: string, workspaceId: string) =>
        Promise.all(
          [
            ...(['GET', 'DELETE'] as const).map((method) =>
              asTenant(mine, method, `workflows/${workflowId}`),
            ),
            asTenant(mine, 'POST', `workflows/${workflowId}/execute`, {}),
            asTenant(mine, 'POST', 'workflows', { name: 'w', workspaceId, definition: hook('p') }),
            ...['secrets', 'variables', 'trigger-tokens', 'old-trigger-urls', 'members'].map(
              (list) => asTenant(mine, 'GET', `workspaces/${workspaceId}/${list}`),
            ),
            asTenant(mine, 'POST', 'api-keys', { name: 'k', workflowIds: [workflowId] }),
          ].map(async (asked) => {
            const { status, body } = await asked;
            return [status, JSON.stringify(alike(body)).replaceAll(workflowId, 'id')];
          }),
        );
      const nothing = await answersFor(randomUUID(), randomUUID());
      expect(await answersFor(id, theirs.workspaceId)).toEqual(nothing);
      expect(nothing.every(([status]) => status === 404 || status === 422)).toBe(true);
    }
  });
});

describe('inheriting', () => {
  it("gets no calls of URLs that the other's workflow had, nor executions of its idempotency keys", async () => {
    for (const [mine, theirs] of await bothWays()) {
      const { path, id, url } = await deployed(theirs);
      await insertOldTriggerUrl(api, path, { ...theirs, workflowId: id });
      const key = { 'idempotency-key': 'order-1' };
      const first = executionOf(await trigger(url, key));
      await asTenant(theirs, 'DELETE', `workflows/${id}`);
      await api.deploy(hook(path), mine.apiKey);
      for (const one of [url, oldUrl(path)]) expect((await trigger(one)).status).toBe(404);
      const next = executionOf(await trigger(await api.triggerPath(path, mine.apiKey), key));
      expect(next).not.toBe(first);
    }
  });

  it('ends with a rotated token, a retired URL, an ended key, and the keys that it made', async () => {
    for (const [mine, theirs] of await bothWays()) {
      const { path, id, url } = await deployed(theirs);
      const workspace = `workspaces/${theirs.workspaceId}`;
      await insertOldTriggerUrl(api, path, { ...theirs, workflowId: id });
      const former = await asTenant(theirs, 'POST', `${workspace}/trigger-tokens/rotate`, {
        overlapSeconds: 0,
      });
      expect(former.status).toBe(200);
      await asTenant(theirs, 'DELETE', `${workspace}/old-trigger-urls/${path}`);
      await api.deploy(hook(path), mine.apiKey);
      for (const one of [url, oldUrl(path)]) expect((await trigger(one)).status).toBe(404);

      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const lent = await asTenant<'createApiKey'>(theirs, 'POST', 'api-keys', {
        ...{ name: 'lent', expiresAt, workflowIds: [id] },
      });
      const borrower = { ...theirs, apiKey: lent.body.data.key! };
      for (const [where, body] of [
        ['api-keys', { name: 'for ever', expiresAt: null }],
        ['api-keys', { name: 'wider', workflowIds: null }],
        ['workspaces', { name: 'new' }],
      ] as const) {
        const refused = await asTenant(borrower, 'POST', where, body);
        expect([refused.status, refused.body.code]).toEqual([
          expect.any(Number),
          expect.stringMatching(/^KEY_(EXPIRES|LIMITED)$/),
        ]);
      }
    }
  });
});

describe('exhausting', () => {
  it("calls without a key use up neither the other's limits nor its owner's share", async () => {
    for (const [mine, theirs] of await freshPairs()) {
      const [own, other] = [await deployed(mine), await deployed(theirs)];
      // Asynchronous: the free plan has 50 a minute, 10 of them for callers with a key.
      expect(await refusalOf(() => trigger(own.url))).toBe('RATE_LIMITED');
      expect((await execute(mine, own.id)).status).toBe(202);
      expect((await trigger(other.url)).status).toBe(202);
      expect((await execute(theirs, other.id)).status).toBe(202);
    }
  });

  it("its own quotas, bytes and suspension leave the other's as they are", async () => {
    for (const [mine, theirs] of await freshPairs()) {
      const [own, other] = [await deployed(mine), await deployed(theirs)];
      const url = 'https://shared.example/hook';
      const limits = { subscriptionsPerHost: 2, secrets: 0 };
      await api.pool.query('update account set limits = $2 where id = $1', [
        mine.accountId,
        limits,
      ]);
      await storeBytes(api.pool, mine, 2 * 1024 ** 3);
      await eventually('the quotas are known', async () => {
        const { workspaceId } = mine;
        const body = { value: 'a-secret' };
        const path = `workspaces/${workspaceId}/secrets/N${randomUUID().replaceAll('-', '')}`;
        return (await asTenant(mine, 'PUT', path, body)).status === 403;
      });
      const subscribe = (tenant: Tenant): Promise<Answer> =>
        asTenant(tenant, 'POST', 'subscriptions', { url });
      expect(await refusalOf(() => subscribe(mine))).toBe('QUOTA_EXCEEDED');
      expect((await subscribe(theirs)).status).toBe(201);

      await eventually(
        'the bytes are known',
        async () => (await execute(mine, own.id)).body.code === 'STORAGE_EXCEEDED',
      );
      expect((await execute(theirs, other.id)).status).toBe(202);

      await api.pool.query('update account set suspended_at = now() where id = $1', [
        mine.accountId,
      ]);
      await eventually(
        'the suspension is known',
        async () => (await trigger(own.url)).body.code === 'ACCOUNT_SUSPENDED',
      );
      expect((await trigger(other.url)).status).toBe(202);
    }
  });

  it('wrong keys from an address stop none of the keys that worked there', async () => {
    for (const [, theirs] of await bothWays()) {
      const headers = { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1` };
      const call = (key: string): Promise<Answer> => api.call('GET', 'me', { key, headers });
      expect((await call(theirs.apiKey)).status).toBe(200);
      expect(await refusalOf(() => call(newApiKey()))).toBe('INVALID_API_KEY');
      for (let n = 1; n < wrongKeys; n += 1) await call(newApiKey());
      const { apiKey } = await createTenant(api);
      expect((await call(apiKey)).body.code).toBe('TOO_MANY_WRONG_KEYS');
      expect((await call(theirs.apiKey)).status).toBe(200);
    }
  });
});
