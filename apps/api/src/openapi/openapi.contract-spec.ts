import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
  validDefinition,
} from '../testing/test-api.js';
import {
  type Documented,
  documented,
  filled,
  isStream,
  withRequiredQuery,
} from '../testing/documented-routes.js';
import type { OpenApiDocument } from './document.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let document: OpenApiDocument;

beforeAll(async () => {
  base = await createApiDatabase();
  api = await startTestApi(base);
  tenant = await createTenant(base);
  document = (await api.request('GET', '/openapi.json')).body as OpenApiDocument;
});
afterAll(async () => {
  await api.close();
  await base.close();
});

describe('the OpenAPI document', () => {
  it('has every route that is registered, and each has a name of its own', () => {
    const fastify = api.app.getHttpAdapter().getInstance();
    for (const one of documented(document)) {
      const methods = fastify.allowedMethods?.of(filled(one.path)) ?? [];
      expect({ path: one.path, methods }).toEqual({
        path: one.path,
        methods: expect.arrayContaining([one.method]),
      });
    }
    const known = new Set(documented(document).map(({ method, path }) => `${method} ${path}`));
    const unknown = (fastify.allowedMethods?.routes() ?? [])
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
      // A route for all methods has those too that OpenAPI doesn't know.
      .filter((route) => !known.has(route) && /^(GET|POST|PUT|PATCH|DELETE) /.test(route));
    expect(unknown).toEqual([]);
    const ids = documented(document).map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('names only shapes that it has', () => {
    const text = JSON.stringify(document);
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const components = document.components as unknown as Record<string, object>;
      expect(Object.keys(components[kind!]!)).toContain(name);
    }
  });

  it('is shown as a page that loads nothing from anywhere', async () => {
    const { status, body } = await api.request('GET', '/docs');
    expect(status).toBe(200);
    expect(body).toContain('/api/v1/logs/tail');
    expect(body).not.toMatch(/<script|<link|src=|@import|url\(/);
  });

  it('promises only statuses that its routes answer: none but documented ones come back', async () => {
    const ask = async (one: Documented): Promise<void> => {
      const url = withRequiredQuery(filled(one.path), one, tenant.workspaceId);
      const { status } = await api.request(one.method, url, {
        key: tenant.apiKey,
        ...(one.operation.requestBody && { body: {} }),
      });
      const answers = Object.keys(one.operation.responses);
      const isKnown = answers.includes(String(status)) || answers.includes('default');
      expect([one.method, one.path, status, isKnown]).toEqual([one.method, one.path, status, true]);
      expect(status === 503 ? one.path : '').toMatch(/^$|health/);
      expect(status).not.toBe(500);
    };
    const answering = documented(document).filter((one) => !isStream(one));
    await Promise.all(answering.map(ask));
  });
});

describe('every route', () => {
  it('spec 5.1: is closed to who has no key or a wrong one', async () => {
    for (const { method, path, operation } of documented(document)) {
      if (operation.security?.length === 0) continue;
      for (const key of [undefined, 'fl_wrong']) {
        const { status, body } = await api.request(method, filled(path), { key });
        expect([method, path, status]).toEqual([method, path, 401]);
        expect(Object.keys(body as object).sort()).toEqual(['code', 'error']);
      }
    }
  });

  it("spec 5.8: shows a stranger's key nothing of a workspace and lets it change nothing", async () => {
    const given = await fill(tenant);
    const stranger = await createTenant(base);
    const before = await api.request('GET', `/api/v1/workflows/${given['workflowId']!}`, {
      key: tenant.apiKey,
    });
    const steal = async (one: Documented): Promise<void> => {
      const own = { ...given, id: given[idOf(one.path)] ?? randomUUID() };
      const body = bodyFor(one);
      const answer = await api.request(one.method, filled(one.path, own), {
        key: stranger.apiKey,
        ...(body !== undefined && { body }),
      });
      const outcome = [401, 403, 404].includes(answer.status) ? 'refused' : answer;
      expect([one.method, one.path, outcome]).toEqual([one.method, one.path, 'refused']);
      expect(Object.keys(answer.body as object)).not.toContain('data');
    };
    await Promise.all(
      documented(document)
        .filter(({ path, operation }) => operation.security?.length !== 0 && path.includes('{'))
        .map(steal),
    );
    const after = await api.request('GET', `/api/v1/workflows/${given['workflowId']!}`, {
      key: tenant.apiKey,
    });
    expect(after).toMatchObject({ status: 200, body: before.body });
  });
});

/** Which record `{id}` is, by the path before it. */
const idOf = (path: string): string =>
  path.includes('/workflows/') ? 'workflowId' : path.includes('/api-keys/') ? 'keyId' : 'other';

/** A body that is valid, so that the refusal is not for its shape. */
function bodyFor({ method, path, operation }: Documented): object | undefined {
  if (operation.requestBody === undefined) return undefined;
  if (path.endsWith('/batches')) return { action: 'cancel', filter: {}, dryRun: true };
  if (path.endsWith('/redeliver')) return { since: '2026-01-01T00:00:00Z' };
  if (/\/executions\//.test(path)) return {};
  if (path.includes('/members'))
    return method === 'PATCH' ? { role: 'viewer' } : { email: 'evil@example.com', role: 'owner' };
  if (path.includes('/secrets/')) return { value: 'stolen' };
  if (path.includes('/subscriptions'))
    return method === 'PATCH' || /secret$|activate$/.test(path)
      ? {}
      : { url: 'https://evil.example/' };
  return { name: 'stolen', definition: validDefinition('stolen') };
}

async function fill({ apiKey, workspaceId }: Tenant): Promise<Record<string, string>> {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await api.request('POST', path, { key: apiKey, body });
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  const workflowId = await made('/api/v1/workflows', {
    name: 'Orders',
    definition: validDefinition(`orders-${randomUUID()}`),
  });
  const subscriptionId = await made(`/api/v1/workflows/${workflowId}/subscriptions`, {
    url: 'https://receiver.example/hook',
  });
  const keyId = await made('/api/v1/api-keys', { name: 'mine' });
  const member = await api.request('POST', `/api/v1/workspaces/${workspaceId}/members`, {
    key: apiKey,
    body: { email: `${randomUUID()}@example.com`, role: 'owner' },
  });
  const userId = member.body.data.userId as string;
  await api.request('PUT', `/api/v1/workspaces/${workspaceId}/secrets/NAME`, {
    key: apiKey,
    body: { value: 'secret' },
  });
  return { workflowId, subscriptionId, keyId, workspaceId, userId };
}
