import { expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant } from '../testing/test-database.js';

const api = openTestApi({ env: { FLOWLEDGER_STATEMENT_TIMEOUT_MS: '200' } });

it('answers 503 with a remedy when a statement times out, then serves the next call', async () => {
  const { workspaceId, apiKey: key } = await createTenant(api);
  const path = `/api/v1/logs?workspaceId=${workspaceId}`;
  await api.database.patiently(async (client) => {
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
