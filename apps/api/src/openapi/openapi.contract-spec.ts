import { beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { openTestApi } from '../testing/open-test-api.js';
import {
  type Documented,
  documented,
  filled,
  isStream,
  withRequiredQuery,
} from '../testing/documented-routes.js';
import type { OpenApiDocument } from './document.js';

const operatorKey = `flo_${newApiKey().slice(3)}`;
const api = openTestApi({
  env: {
    // With it, the routes of operators answer as any other.
    FLOWLEDGER_OPERATOR_KEY: operatorKey,
    // Every route is called with a wrong key.
    FLOWLEDGER_WRONG_KEYS_PER_MINUTE: '1000',
  },
});
let document: OpenApiDocument;

beforeAll(async () => {
  document = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
});

describe('the OpenAPI document', () => {
  it('lists every registered route under a unique operation id', () => {
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
      // A route for all methods also registers methods that OpenAPI does not know.
      .filter((route) => !known.has(route) && /^(GET|POST|PUT|PATCH|DELETE) /.test(route));
    expect(unknown).toEqual([]);
    const ids = documented(document).map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('refers only to existing components', () => {
    const text = JSON.stringify(document);
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const components = document.components as unknown as Record<string, object>;
      expect(Object.keys(components[kind!]!)).toContain(name);
    }
  });

  it('documents the status that each route answers to an empty request', async () => {
    const ask = async (one: Documented): Promise<void> => {
      const url = withRequiredQuery(filled(one.path), one, api.tenant.workspaceId);
      const { status } = await api.request(one.method, url, {
        key: api.tenant.apiKey,
        ...(one.operation.requestBody && { body: {} }),
      });
      const answers = Object.keys(one.operation.responses);
      const isKnown = answers.includes(String(status)) || answers.includes('default');
      expect([one.method, one.path, status, isKnown]).toEqual([one.method, one.path, status, true]);
      expect(status === 503 ? one.path : '').toMatch(/^$|health/);
      expect(status).not.toBe(500);
    };
    const answering = documented(document).filter((one) => !isStream(one));
    for (const one of answering) await ask(one);
  });
});

describe('every route', () => {
  it('spec 5.1: answers 401 without a key or with a wrong one', async () => {
    for (const { method, path, operation } of documented(document)) {
      if (operation.security?.length === 0) continue;
      for (const key of [undefined, 'fl_wrong']) {
        const { status, body } = await api.request(method, filled(path), { key });
        expect([method, path, status]).toEqual([method, path, 401]);
        expect(Object.keys(body).sort()).toEqual(['code', 'error', 'requestId']);
      }
    }
  });
});
