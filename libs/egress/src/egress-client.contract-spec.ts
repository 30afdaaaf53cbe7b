/** Runs against real servers on the loopback; only DNS is faked. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import {
  answer,
  bomb,
  encoders,
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../test/support/receiver.js';
import {
  createEgressClient,
  createEgressPolicy,
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from './index.js';

const mebibyte = 1024 * 1024;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function client(options: Partial<Parameters<typeof createEgressClient>[0]> = {}): EgressClient {
  const created = createEgressClient({
    policy: createEgressPolicy({ allow: ['127.0.0.0/8'] }),
    ...options,
  });
  cleanUps.push(() => created.close());
  return created;
}

async function receiver(...replies: Reply[]): Promise<Receiver> {
  const started = await startReceiver(
    (_request, index) => replies[Math.min(index, replies.length - 1)] ?? answer(200),
  );
  cleanUps.push(() => started.close());
  return started;
}

const get = (url: string, options: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  url,
  headers: [],
  connectTimeoutMs: 5_000,
  attemptTimeoutMs: 10_000,
  maxResponseBytes: mebibyte,
  onTooLarge: 'fail',
  decompress: true,
  ...options,
});

const codeOf = (promise: Promise<EgressResponse>): Promise<unknown> =>
  promise.then(
    (response) => `status ${response.status}`,
    (error: unknown) => (error as { code: unknown }).code,
  );

describe('egress client', () => {
  it('sends method, path, headers and body unchanged, and returns the response', async () => {
    const server = await receiver(
      answer(201, { 'X-Thing': 'a', 'Set-Cookie': ['one=1', 'two=2'] }, 'made'),
    );
    const response = await client().request(
      get(`${server.url}/orders/7?q=a%20b`, {
        method: 'POST',
        headers: [
          ['X-Many', '1'],
          ['x-many', '2'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"a":"ä"}',
      }),
    );
    expect(response).toMatchObject({ status: 201, truncated: false });
    expect(response.headers).toMatchObject({ 'x-thing': 'a', 'set-cookie': ['one=1', 'two=2'] });
    expect(response.body.toString()).toBe('made');
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/orders/7?q=a%20b' });
    expect(request!.headers).toMatchObject({
      'x-many': '1, 2',
      'content-type': 'application/json',
    });
    expect(request!.body.toString()).toBe('{"a":"ä"}');
  });

  it('returns a redirect as the response and does not follow it', async () => {
    const server = await receiver(answer(302, { location: '/elsewhere' }));
    const response = await client().request(get(server.url, { method: 'POST', body: 'x' }));
    expect(response.status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  it.each(Object.keys(encoders) as (keyof typeof encoders)[])(
    'decompresses %s when asked',
    async (coding) => {
      const text = randomBytes(50_000).toString('hex');
      const server = await receiver(
        answer(200, { 'content-encoding': coding.replace('-raw', '') }, encoders[coding](text)),
      );
      const response = await client().request(get(server.url));
      expect(response.body.toString()).toBe(text);
    },
  );

  it('neither requests nor decompresses a compressed body when not asked', async () => {
    const packed = encoders.gzip('hello');
    const server = await receiver(answer(200, { 'content-encoding': 'gzip' }, packed));
    const response = await client().request(get(server.url, { decompress: false }));
    expect(response.body.equals(packed)).toBe(true);
    expect(server.requests[0]!.headers['accept-encoding']).toBeUndefined();
  });

  it('accepts an empty body with content-encoding gzip', async () => {
    const server = await receiver(answer(204, { 'content-encoding': 'gzip' }));
    expect((await client().request(get(server.url))).body).toHaveLength(0);
  });

  it.each<[string, Reply, Partial<EgressRequest>, string]>([
    ['a server that never answers', { kind: 'hang' }, { attemptTimeoutMs: 100 }, 'TIMEOUT'],
    [
      'an answer that drips for ever',
      { kind: 'drip', everyMs: 5 },
      { attemptTimeoutMs: 200 },
      'TIMEOUT',
    ],
    [
      'an answer that stops',
      { kind: 'drip', everyMs: 60_000 },
      { idleTimeoutMs: 100 },
      'IDLE_TIMEOUT',
    ],
    ['a reset instead of an answer', { kind: 'reset' }, {}, 'CONNECTION_RESET'],
    ['a reset within the body', { kind: 'reset-in-body' }, {}, 'CONNECTION_RESET'],
    ['64 MB', { kind: 'large', sizeBytes: 64 * mebibyte }, {}, 'RESPONSE_TOO_LARGE'],
    ['64 MB in a small gzip', bomb(64 * mebibyte), {}, 'RESPONSE_TOO_LARGE'],
    ['a broken gzip', answer(200, { 'content-encoding': 'gzip' }, 'no gzip'), {}, 'PROTOCOL_ERROR'],
    ['something that is not HTTP', { kind: 'garbage' }, {}, 'PROTOCOL_ERROR'],
  ])('fails on %s with its code', async (_what, reply, options, code) => {
    const server = await receiver(reply);
    expect(await codeOf(client().request(get(server.url, options)))).toBe(code);
  });

  it('truncates a large response at the limit and stops reading', async () => {
    const server = await receiver({ kind: 'large', sizeBytes: 64 * mebibyte });
    const response = await client().request(
      get(server.url, { maxResponseBytes: 4096, onTooLarge: 'truncate' }),
    );
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect(response.body).toHaveLength(4096);
    expect(server.sentBytes()).toBeLessThan(16 * mebibyte);
  });

  it('truncates a decompression bomb at the limit', async () => {
    const server = await receiver(bomb(64 * mebibyte));
    const response = await client().request(
      get(server.url, { maxResponseBytes: 4096, onTooLarge: 'truncate' }),
    );
    expect(response.body).toHaveLength(4096);
  });

  it('handles the next request after a reset or an invalid response', async () => {
    const server = await receiver(
      { kind: 'reset' },
      { kind: 'reset-in-body' },
      { kind: 'garbage' },
      answer(200),
    );
    const egress = client();
    for (let i = 0; i < 3; i += 1) await codeOf(egress.request(get(server.url)));
    expect(await codeOf(egress.request(get(server.url)))).toBe('status 200');
  });

  it('reuses its connections to an origin', async () => {
    let connections = 0;
    const server = createHttpServer((_request, response) => response.end('.'));
    server.on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
    const { port } = server.address() as AddressInfo;
    const egress = client();
    for (let index = 0; index < 20; index += 1)
      await egress.request(get(`http://127.0.0.1:${port}/${index}`));
    // An answer is reported just before its connection counts as free, so the next request may open
    // a second one.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('ends with ABORTED when cancelled before or during a request', async () => {
    const server = await receiver({ kind: 'hang' });
    const egress = client();
    expect(await codeOf(egress.request(get(server.url, { signal: AbortSignal.abort() })))).toBe(
      'ABORTED',
    );
    expect(server.requests).toHaveLength(0);
    const controller = new AbortController();
    const pending = codeOf(egress.request(get(server.url, { signal: controller.signal })));
    await server.until((requests) => requests.length === 1);
    controller.abort();
    expect(await pending).toBe('ABORTED');
  });

  it('reports a refused connection and an unknown host', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    expect(await codeOf(client().request(get(`http://127.0.0.1:${port}`)))).toBe(
      'CONNECTION_REFUSED',
    );
    expect(await codeOf(client().request(get('http://nowhere.invalid/')))).toBe('DNS_FAILED');
  });

  it('reports a server that does not use TLS', async () => {
    const server = await receiver();
    expect(await codeOf(client().request(get(server.url.replace('http:', 'https:'))))).toBe(
      'TLS_FAILED',
    );
  });

  it.each([
    'ftp://example.com/',
    'not a url',
    'http://user:pass@example.com/',
    'file:///etc/passwd',
  ])('refuses the URL %s', async (url) => {
    expect(await codeOf(client().request(get(url)))).toBe('INVALID_URL');
  });

  it.each([
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://127.0.0.1./',
    'http://[::1]/',
    'http://169.254.169.254/',
  ])('refuses a forbidden address in any notation: %s', async (url) => {
    const egress = client({ policy: createEgressPolicy({ allow: [] }) });
    expect(await codeOf(egress.request(get(url)))).toBe('EGRESS_DENIED');
  });

  it('resolves a name once and connects to the address it checked', async () => {
    const server = await receiver();
    let resolutions = 0;
    // A rebinding name: its first address is allowed, every later one differs.
    const egress = client({
      resolve: (_host, _options, callback) => {
        resolutions += 1;
        callback(null, [{ address: resolutions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
      },
    });
    expect(await codeOf(egress.request(get(`http://rebinding.test:${server.port}/`)))).toBe(
      'status 200',
    );
    expect(resolutions).toBe(1);
  });

  it('does not connect to a name without an allowed address', async () => {
    const server = await receiver();
    const egress = client({
      policy: createEgressPolicy({ allow: [] }),
      resolve: (_host, _options, callback) =>
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '::1', family: 6 },
        ]),
    });
    expect(await codeOf(egress.request(get(`http://inside.test:${server.port}/`)))).toBe(
      'EGRESS_DENIED',
    );
    expect(server.requests).toHaveLength(0);
  });

  it('serves more origins than maxOrigins', async () => {
    const servers = [await receiver(), await receiver(), await receiver()];
    const egress = client({ maxOrigins: 1 });
    const answers = await Promise.all(
      [...servers, ...servers].map((server) => codeOf(egress.request(get(server.url)))),
    );
    expect(new Set(answers)).toEqual(new Set(['status 200']));
  });
});
