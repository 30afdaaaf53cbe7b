import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnsweringRunner,
  responseOf,
  startAnsweringRunner,
} from '../testing/answering-runner.js';
import { type HttpAnswer, httpCall } from '../testing/http-call.js';
import { openTestApi } from '../testing/open-test-api.js';
import { deployAnswering, triggerSecurity } from '../testing/webhook-triggers.js';

const page = { origin: 'https://shop.example' };
const preflight = {
  ...page,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type, x-order',
};
const [plain, shop] = ['plain', 'shop'];

let runner: AnsweringRunner;
const api = openTestApi({ listens: true });

beforeAll(async () => {
  runner = await startAnsweringRunner(api);
  await deployAnswering(api, plain, { methods: ['GET', 'HEAD', 'POST'] });
  await deployAnswering(api, shop, {
    methods: ['POST', 'PUT'],
    cors: { origins: [page.origin] },
  });
  await deployAnswering(api, 'open', { cors: { origins: ['*'] } });
  runner.record({ response: responseOf({ headers: [{ key: 'vary', value: 'accept' }] }) });
});
afterAll(async () => {
  await runner.close();
});

const call = async (
  method: string,
  path: string,
  request: Parameters<typeof httpCall>[2],
): Promise<HttpAnswer> => httpCall(method, api.url + (await api.triggerPath(path)), request);

describe('cross-origin calls', () => {
  it('get no CORS headers from a trigger without the setting', async () => {
    const answer = await call('POST', plain, { headers: page });
    const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
    expect([answer.status, names]).toEqual([200, []]);
    expect((await call('OPTIONS', plain, { headers: preflight })).status).toBe(405);
  });

  it('are allowed from a listed origin after a preflight that runs nothing', async () => {
    const before = await call('OPTIONS', shop, { headers: preflight });
    expect([before.status, before.body.length]).toEqual([204, 0]);
    expect(before.headers).toMatchObject({
      ...triggerSecurity,
      'access-control-allow-origin': page.origin,
      'access-control-allow-methods': 'POST, PUT',
      'access-control-allow-headers': 'content-type, x-order',
      vary: expect.stringMatching(/^origin\b/),
    });
    expect(before.headers['x-execution-id']).toBeUndefined();
    const answer = await call('POST', shop, { headers: page });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': page.origin,
      'access-control-expose-headers': 'x-execution-id',
      vary: 'origin, accept',
    });
    const refused = await call('GET', shop, { headers: page });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([
      405,
      page.origin,
    ]);
  });

  it('get no allow-origin for an unlisted origin, and 403 for its preflight', async () => {
    const origin = 'https://other.example';
    const before = await call('OPTIONS', shop, { headers: { ...preflight, origin } });
    expect([before.status, JSON.parse(before.body.toString())]).toEqual([
      403,
      {
        code: 'TRIGGER_FORBIDDEN',
        error: expect.stringContaining('"cors.origins"'),
        requestId: expect.any(String),
      },
    ]);
    const answer = await call('POST', shop, { headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['vary']).toBe('origin, accept');
  });

  it('are allowed from every origin with "*"', async () => {
    const answer = await call('POST', 'open', { headers: page });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('get 400 when the requested headers are invalid, too long or too many', async () => {
    for (const names of ['a b', 'a,,b', 'x'.repeat(5_000), Array(51).fill('a').join()]) {
      const headers = { ...preflight, 'access-control-request-headers': names };
      const refused = await call('OPTIONS', shop, { headers });
      expect([refused.status, refused.headers['access-control-allow-headers']]).toEqual([
        400,
        undefined,
      ]);
    }
  });
});
