/** Targets that the HTTP request block may reach: redirects and the egress policy. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createEgressClient, createEgressPolicy } from '@libs/egress';
import { answering, call, serve, stopServers } from './testing/servers.js';

afterEach(stopServers);

describe('the api block (targets)', () => {
  it('drops possible credentials on a redirect to another origin', async () => {
    const other = await serve(answering('{}'));
    const { url, calls } = await serve((response, { url: path }) => {
      const location = path === '/start' ? '/same' : other.url;
      response.writeHead(307, { location }).end();
    });
    const headers = [
      { key: 'Authorization', value: 'Bearer x' },
      { key: 'X-Door', value: 'y' },
      { key: 'Accept-Language', value: 'da' },
    ];
    await call({ method: 'POST', url: `${url}/start`, headers, body: { a: 1 } });
    expect(calls.map((one) => one.headers.authorization)).toEqual(['Bearer x', 'Bearer x']);
    expect(calls.map((one) => one.headers['x-door'])).toEqual(['y', 'y']);
    expect(other.calls[0]?.headers).toMatchObject({
      'accept-language': 'da',
      'content-type': 'application/json',
      'idempotency-key': calls[0]?.headers['idempotency-key'],
    });
    expect(other.calls[0]?.headers.authorization).toBeUndefined();
    expect(other.calls[0]?.headers['x-door']).toBeUndefined();
    expect(other.calls[0]?.body.toString()).toBe('{"a":1}');
  });

  it('follows five redirects and returns the next one as the response', async () => {
    const { url, calls } = await serve((response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    expect((await call({ url })).output.status).toBe(302);
    expect(calls).toHaveLength(6);
  });

  it.each([
    'http://127.0.0.1/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
  ])('refuses %s without a retry', async (url) => {
    const egress = createEgressClient({ policy: createEgressPolicy({ allow: [] }) });
    const run = await call({ url }, { context: { egress } });
    expect(run.output.error).toMatchObject({ code: 'EGRESS_DENIED', attempts: 1 });
    await egress.close();
  });

  it('refuses a redirect into a denied range', async () => {
    const { url } = await serve((response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect((await call({ url })).output.error?.code).toBe('EGRESS_DENIED');
  });
});
