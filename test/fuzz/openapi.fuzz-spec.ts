/**
 * Schemathesis against a listening api, from its own OpenAPI document. Generated calls must never
 * cause a 5xx or an undocumented answer. Operations that need a runner are in runs.fuzz-spec.ts.
 * Health and metrics are not part of the api and are left out.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenApiDocument } from '../../apps/api/src/openapi/document.js';
import { fillWorkspace } from '../../apps/api/src/testing/full-workspace.js';
import { openTestApi } from '../../apps/api/src/testing/open-test-api.js';
import { createTenant } from '../../apps/api/src/testing/test-database.js';
import { installSchemathesis, type Schemathesis } from './schemathesis.js';

const leftOut =
  /execute|webhooks\/trigger|rerun|health|metrics|schemas|subjects|events|asyncapi|docs|config/;
/** These would end the run: every later call would be answered with 401 or 404. */
const endings = new Set(['deleteWorkspace', 'revokeApiKey', 'removeMember', 'changeMember']);
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 300);
const timeoutMs = 900_000;

const api = openTestApi({ env: { FLOWLEDGER_LOGS_PER_MINUTE: '10000000' }, listens: true });
let schemathesis: Schemathesis;

beforeAll(async () => {
  schemathesis = await installSchemathesis();
}, timeoutMs);
afterAll(async () => {
  await schemathesis.remove();
});

/** The excluded operations as one regex, because Schemathesis combines several filters with AND. */
async function exclusions(): Promise<string> {
  const { paths } = (await api.request<OpenApiDocument>('GET', '/openapi.json')).body;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ operationId }) => ({ path, operationId })),
  );
  const excluded = operations.filter(
    ({ path, operationId }) => leftOut.test(path) || endings.has(operationId),
  );
  return `^(${excluded.map(({ operationId }) => operationId).join('|')})$`;
}

async function fuzz(apiKey: string, phases: string, seconds: number): Promise<string> {
  const output = await schemathesis.fuzz({
    url: api.url,
    apiKey,
    phases,
    seconds,
    operations: ['--exclude-operation-id-regex', await exclusions()],
  });
  expect((await api.request('GET', '/api/v1/me', { key: apiKey })).status).toBe(200);
  return output;
}

describe('the api under a fuzzer', () => {
  it(
    'answers as documented and never with 5xx',
    async () => {
      const tenant = await createTenant(api);
      await fillWorkspace(api, tenant);
      await fuzz(tenant.apiKey, 'examples,coverage,fuzzing', seconds);
    },
    timeoutMs,
  );

  it(
    'answers linked operations as documented and never with 5xx',
    async () => {
      const tenant = await createTenant(api);
      await fillWorkspace(api, tenant);
      const output = await fuzz(tenant.apiKey, 'stateful', seconds / 2);
      const [, covered] = /API Links: +(\d+) covered/.exec(output) ?? [];
      expect(Number(covered)).toBeGreaterThan(10);
    },
    timeoutMs,
  );
});
