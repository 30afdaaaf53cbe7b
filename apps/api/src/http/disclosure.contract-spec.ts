import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { pino } from 'pino';
import {
  createApiDatabase,
  createTenant,
  startTestApi,
  type Tenant,
  type TestApi,
  type TestDatabaseOfApi,
} from '../testing/test-api.js';

let base: TestDatabaseOfApi;
let api: TestApi;
let tenant: Tenant;
let logged = '';

beforeAll(async () => {
  base = await createApiDatabase();
  const logger = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
  api = await startTestApi({ ...base, logger });
  tenant = await createTenant(base);
});
afterAll(async () => {
  await api.close();
  await base.close();
});

describe('what the api gives away', () => {
  it('is no key in its own log, whether it works, is unknown, or the call fails inside', async () => {
    const unknown = newApiKey();
    const path = `/api/v1/logs?workspaceId=${tenant.workspaceId}`;
    expect((await api.request('GET', path, { key: tenant.apiKey })).status).toBe(200);
    expect((await api.request('GET', path, { key: unknown })).status).toBe(401);
    await base.database.pool.query('alter table execution_detail rename to execution_detail_away');
    const failed = await api.request('GET', path, { key: tenant.apiKey });
    await base.database.pool.query('alter table execution_detail_away rename to execution_detail');
    expect(failed.status).toBe(500);
    expect(logged).toContain('execution_detail');
    for (const key of [tenant.apiKey, unknown]) expect(logged).not.toContain(key);
  });

  it('is nothing of its inside in an answer to what failed there: a sentence, a code and the id to look for', async () => {
    await base.database.pool.query('alter table execution_detail rename to execution_detail_away');
    const path = `/api/v1/logs?workspaceId=${tenant.workspaceId}`;
    const failed = await api.request('GET', path, { key: tenant.apiKey });
    await base.database.pool.query('alter table execution_detail_away rename to execution_detail');
    const { error, code } = failed.body as { error: string; code: string };
    expect(code).toBe('INTERNAL');
    expect(`${error} ${JSON.stringify(failed.headers)}`).not.toMatch(
      /execution_detail|select|relation|\.ts|\.js|node_modules|42P01/,
    );
    expect(Object.keys(failed.body as object).sort()).toEqual(
      expect.arrayContaining(['code', 'error']),
    );
    expect(logged).toContain(String(failed.headers['x-request-id']));
  });
});
