/**
 * The rate limiter's statements fail with the driver's connection error; all other statements work.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createLimitedWorkflow } from '../testing/limited-workflow.js';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi({ env: { FLOWLEDGER_SYNC_TIMEOUT_MS: '50' } });
let query: pg.Pool['query'];
const nobody = new pg.Pool({ connectionString: 'postgres://u:p@127.0.0.1:1/x' });

beforeAll(() => {
  query = api.pool.query;
});
afterEach(() => {
  api.pool.query = query;
});
afterAll(async () => {
  await nobody.end();
});

/** From now on, matching statements go to a port where nothing listens. */
function takeAway(statements: RegExp): void {
  const { pool } = api.database;
  const asked = query.bind(pool) as (...args: unknown[]) => unknown;
  const refused = nobody.query.bind(nobody) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) => {
    const [first] = args as [string | { readonly text: string }];
    const text = typeof first === 'string' ? first : first.text;
    return (statements.test(text) ? refused : asked)(...args);
  }) as typeof query;
}

describe('an unavailable rate limit store', () => {
  it.each([
    ['counts nothing', /insert into "rate_limit"/i],
    ['neither counts nor reads', /\brate_limit\b/],
  ])(
    'that %s causes 503 for limited calls with a known key, and none after it recovers',
    async (_, what) => {
      const { apiKey: key, ...workflow } = await createLimitedWorkflow(api, { plan: 'free' });
      const calls = [
        ['logs', workflow.logs, 200],
        ['sync', () => workflow.execute('sync'), 202],
        ['async', () => workflow.execute('async'), 202],
        ['trigger', workflow.trigger, 202],
      ] as const;
      for (const [name, call, status] of calls)
        expect([name, (await call()).status]).toEqual([name, status]);
      takeAway(what);
      expect((await api.call('GET', 'me', { key })).status).toBe(200);
      for (const [name, call] of calls) {
        const { status, body, headers } = await call();
        expect([name, status, body, headers['retry-after']]).toEqual([
          name,
          503,
          {
            error: 'The database is not available; try again',
            code: 'UNAVAILABLE',
            requestId: expect.any(String),
          },
          '2',
        ]);
      }
      api.pool.query = query;
      for (const [name, call, status] of calls)
        expect([name, (await call()).status]).toEqual([name, status]);
    },
  );
});
