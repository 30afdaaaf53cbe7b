import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;

beforeAll(async () => {
  base = await createApiDatabase({ FLOWLEDGER_STATEMENT_TIMEOUT_MS: '200' });
  api = await startTestApi(base);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

it('answers 503 with a remedy when a statement takes too long, and works on', async () => {
  const { workspaceId, apiKey: key } = await createTenant(base);
  const path = `/api/v1/logs?workspaceId=${workspaceId}`;
  await base.database.patiently(async (client) => {
    await client.query('begin');
    await client.query('lock table execution_log in access exclusive mode');
    const { status, body, headers } = await api.request('GET', path, { key });
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'UNAVAILABLE',
      error: expect.stringContaining('shorter time window'),
    });
    expect(headers['retry-after']).toBe('10');
  });
  expect((await api.request('GET', path, { key })).status).toBe(200);
});
