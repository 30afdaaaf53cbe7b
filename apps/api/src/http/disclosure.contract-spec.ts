import { describe, expect, it } from '@jest/globals';
import { newApiKey } from '@libs/security';
import { pino } from 'pino';
import { openTestApi } from '../testing/open-test-api.js';

let logged = '';
const api = openTestApi({
  logger: pino({ level: 'trace' }, { write: (line: string) => (logged += line) }),
});

describe('the api', () => {
  it('does not log a key, whether it is valid, unknown or its call fails', async () => {
    const unknown = newApiKey();
    const path = `/api/v1/logs?workspaceId=${api.tenant.workspaceId}`;
    expect((await api.request('GET', path, { key: api.tenant.apiKey })).status).toBe(200);
    expect((await api.request('GET', path, { key: unknown })).status).toBe(401);
    await api.pool.query('alter table execution_detail rename to execution_detail_away');
    const failed = await api.request('GET', path, { key: api.tenant.apiKey });
    await api.pool.query('alter table execution_detail_away rename to execution_detail');
    expect(failed.status).toBe(500);
    expect(logged).toContain('execution_detail');
    for (const key of [api.tenant.apiKey, unknown]) expect(logged).not.toContain(key);
  });

  it('answers an internal error without internal details, and logs its request id', async () => {
    await api.pool.query('alter table execution_detail rename to execution_detail_away');
    const path = `/api/v1/logs?workspaceId=${api.tenant.workspaceId}`;
    const failed = await api.request('GET', path, { key: api.tenant.apiKey });
    await api.pool.query('alter table execution_detail_away rename to execution_detail');
    const { error, code } = failed.body;
    expect(code).toBe('INTERNAL');
    expect(`${error} ${JSON.stringify(failed.headers)}`).not.toMatch(
      /execution_detail|select|relation|\.ts|\.js|node_modules|42P01/,
    );
    expect(Object.keys(failed.body).sort()).toEqual(expect.arrayContaining(['code', 'error']));
    expect(logged).toContain(String(failed.headers['x-request-id']));
  });
});
