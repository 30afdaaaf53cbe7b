/** Secrets that name their hosts, in HTTP request blocks and elsewhere. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { runBlock } from '../testing/run-block.js';
import { answering, call, serve, stopServers } from './testing/servers.js';

afterEach(stopServers);

const secrets = { KEY: 'k3y' };
const authorization = [{ key: 'Authorization', value: 'Bearer {{KEY}}' }];
const hostOf = (url: string): string => new URL(url).host;

describe('a secret that names its hosts', () => {
  it('is sent to them, anywhere in the request', async () => {
    const { url, calls } = await serve(answering('{}'));
    const run = await call(
      {
        ...{ method: 'POST', url: `${url}/x/:key?q={{KEY}}`, pathParams: { key: '{{KEY}}' } },
        ...{ query: [{ key: 'k', value: '{{KEY}}' }], headers: authorization, body: ['{{KEY}}'] },
      },
      { secrets, secretHosts: { KEY: ['other.example', hostOf(url)] } },
    );
    expect(run.output.error).toBeNull();
    expect(calls).toMatchObject([
      { url: '/x/k3y?q=k3y&k=k3y', headers: { authorization: 'Bearer k3y' } },
    ]);
    expect(calls[0]?.body.toString()).toBe('["k3y"]');
  });

  it.each([
    ['a header', { headers: authorization }],
    ['the query', { query: [{ key: 'k', value: '{{KEY}}' }] }],
    ['the path', { pathParams: { x: '{{KEY}}' } }],
    ['the body', { method: 'POST', body: { deep: ['{{KEY}}'] } }],
  ])('is not sent to another host in %s, and nothing else is', async (_, config) => {
    const { url, calls } = await serve(answering('{}'));
    const own = { url: `${url}/:x`, ...config };
    const run = await call(own, { secrets, secretHosts: { KEY: ['erp.example'] } });
    expect(run.output).toMatchObject({
      status: null,
      error: {
        code: 'SECRET_HOST_DENIED',
        message: `The secret "KEY" may be sent to erp.example only, not to ${hostOf(url)}. Correct the URL, or let an owner add the host to the "allowedHosts" of the secret`,
        attempts: 0,
      },
    });
    expect([calls, run.failedAttempts]).toEqual([[], []]);
  });

  it('is not sent to a host that another block gave', async () => {
    const { url, calls } = await serve(answering('{}'));
    const run = await call(
      { url: '<code.base>/v1/x', headers: authorization },
      { secrets, secretHosts: { KEY: ['erp.example'] }, outputs: { code: { base: url } } },
    );
    expect([run.output.error?.code, calls]).toEqual(['SECRET_HOST_DENIED', []]);
  });

  it('does not follow a redirect to a host that it does not name', async () => {
    const other = await serve(answering('{}'));
    const first = await serve((response) =>
      response.writeHead(307, { location: `${other.url}/K3Y` }).end(),
    );
    const config = { method: 'POST', url: first.url, headers: authorization, body: 'x' };
    const secretHosts = { KEY: [hostOf(first.url)] };
    const { output, failedAttempts } = await call(config, { secrets, secretHosts });
    expect(output.error).toMatchObject({ code: 'SECRET_HOST_DENIED', attempts: 1 });
    expect(output.error?.message).toContain('not to the host that the server redirects to');
    expect([first.calls.length, other.calls.length, failedAttempts]).toEqual([1, 0, []]);
  });

  it('follows a redirect between its hosts', async () => {
    const other = await serve(answering('{"ok":true}'));
    const first = await serve((response) => response.writeHead(307, { location: other.url }).end());
    const secretHosts = { KEY: [hostOf(first.url), hostOf(other.url)] };
    const run = await call({ url: first.url, headers: authorization }, { secrets, secretHosts });
    expect(run.output).toMatchObject({ status: 200, data: { ok: true } });
  });

  it('can be a whole URL at a host that it names in full, but not below a wildcard', async () => {
    const { url, calls } = await serve(answering('{}'));
    const hook = { KEY: `${url}/hooks/1` };
    const named = { secrets: hook, secretHosts: { KEY: [hostOf(url)] } };
    expect((await call({ url: '{{KEY}}' }, named)).output.status).toBe(200);
    expect(calls).toMatchObject([{ url: '/hooks/1' }]);
    const below = { secrets, secretHosts: { KEY: ['*.example.com'] } };
    const { output, input } = await call({ url: 'https://{{KEY}}.example.com/' }, below);
    expect(output.error?.message).toContain('which a secret is a part of');
    expect(output.error?.message).not.toContain('k3y');
    expect(input).toMatchObject({ url: 'https://k3y.example.com/' });
  });

  it('does not restrict other secrets', async () => {
    const { url, calls } = await serve(answering('{}'));
    const run = await call(
      { url, headers: authorization },
      { secrets, secretHosts: { B: ['b.test'] } },
    );
    expect([run.output.status, calls.length]).toEqual([200, 1]);
  });

  it.each([
    ['variables', { values: { a: '{{KEY}}' } }],
    ['condition', { conditions: [{ port: 'a', expression: '{{KEY}} === "x"' }] }],
    ['condition', { conditions: [{ port: 'a', expression: '[...{{KEY}}].length > 1' }] }],
    ['router', { value: '{{KEY}}', routes: [{ port: 'a', equals: 'x' }] }],
    ['function', { code: 'return {{KEY}}.split("").reverse()' }],
    ['response', { body: '{{KEY}}' }],
    ['agent', { baseUrl: 'https://erp.example/v1', model: 'm', userPrompt: '{{KEY}}' }],
  ])('cannot be used in a block of type %s', async (type, config) => {
    const used = runBlock(type, config, { secrets, secretHosts: { KEY: ['erp.example'] } });
    await expect(used).rejects.toMatchObject({
      code: 'SECRET_HOST_DENIED',
      message:
        'The secret "KEY" may be sent to erp.example only. So it can be used in an HTTP request (api) and in the "apiKey" and "baseUrl" of an agent, but not here',
    });
  });
});
