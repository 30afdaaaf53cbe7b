/** The HTTP request block against real servers on the loopback; each fault of the reference product is a claim here. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createEgressClient, createEgressPolicy } from '@libs/egress';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type BlockRun, type BlockRunOptions, runBlock } from '../testing/run-block.js';
import type { ApiOutput } from './read-response.js';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
type Handler = (response: ServerResponse, call: Call, index: number) => void;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(handler: Handler): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks) };
      calls.push(call);
      handler(response, call, calls.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

const answering = (body: string | Buffer, type = 'application/json', status = 200): Handler => {
  return (response) => void response.writeHead(status, { 'content-type': type }).end(body);
};

const quickly = { maxRetries: 2, initialDelayMs: 1, maxDelayMs: 5 };
async function call(
  config: object,
  options?: BlockRunOptions,
): Promise<BlockRun & { output: ApiOutput }> {
  const run = await runBlock('api', { retry: quickly, ...config }, options);
  return run as BlockRun & { output: ApiOutput };
}

describe('what the api block sends', () => {
  it('writes form pairs with nested values in brackets and lists as repeated keys', async () => {
    const { url, calls } = await serve(answering('{}'));
    const body = { name: 'A & B', tags: ['x', 'y'], to: { city: 'Köln', lines: [{ n: 1 }] } };
    await call({ method: 'POST', url, body, bodyType: 'form' });
    expect(calls[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(calls[0]?.body.toString())]).toEqual([
      ['name', 'A & B'],
      ['tags', 'x'],
      ['tags', 'y'],
      ['to[city]', 'Köln'],
      ['to[lines][0][n]', '1'],
    ]);
  });

  it("writes form pairs when only the author's content type asks for it, never [object Object]", async () => {
    const { url, calls } = await serve(answering('{}'));
    const headers = [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }];
    await call({ method: 'POST', url, headers, body: { a: { b: 1 } } });
    expect(calls[0]?.body.toString()).toBe('a%5Bb%5D=1');
  });

  it("sends multipart with a file from another block's output, byte for byte", async () => {
    const { url, calls } = await serve(answering('{}'));
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45]);
    const run = await call(
      {
        method: 'POST',
        url,
        bodyType: 'multipart',
        headers: [{ key: 'content-type', value: 'multipart/form-data' }],
        body: {
          title: 'a "quoted" <fetch.status>',
          file: '<fetch.data>',
          named: { name: 'ü.txt', contentType: 'text/plain', base64: 'aGk=' },
        },
      },
      {
        outputs: {
          fetch: {
            status: 7,
            data: { base64: bytes.toString('base64'), contentType: 'image/png', sizeBytes: 6 },
          },
        },
      },
    );
    const sent = calls[0];
    const parsed = new Response(sent?.body, {
      headers: { 'content-type': String(sent?.headers['content-type']) },
    });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- a small body of our own, parsed by somebody else's code
    const form = await parsed.formData();
    expect(form.get('title')).toBe('a "quoted" 7');
    const file = form.get('file') as File;
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', bytes]);
    const named = form.get('named') as File;
    expect([named.name, await named.text()]).toEqual(['ü.txt', 'hi']);
    expect(run.input).toMatchObject({
      body: [{ key: 'title' }, { key: 'file', sizeBytes: 6 }, { key: 'named', name: 'ü.txt' }],
    });
  });

  it('sends text as it is, and JSON with types and lists kept', async () => {
    const { url, calls } = await serve(answering('{}'));
    await call({ method: 'PUT', url, bodyType: 'text', body: '{not json' });
    await call(
      {
        method: 'POST',
        url,
        query: [
          { key: 'id', value: '<in.ids>' },
          { key: 'id', value: 3 },
        ],
        body: { n: '<in.n>', all: '<in.ids>', text: 'n=<in.n>', html: '<b>a < b</b>' },
      },
      { outputs: { in: { n: 5, ids: [1, 2] } } },
    );
    expect(calls[0]?.body.toString()).toBe('{not json');
    expect(calls[0]?.headers['content-type']).toMatch(/^text\/plain/);
    expect(calls[1]?.url).toBe('/?id=1&id=2&id=3');
    expect(JSON.parse(String(calls[1]?.body))).toEqual({
      n: 5,
      all: [1, 2],
      text: 'n=5',
      html: '<b>a < b</b>',
    });
  });

  it('sends the same Idempotency-Key and the same bytes with every try', async () => {
    const { url, calls } = await serve((response, _, index) =>
      response.writeHead(index < 2 ? 503 : 200).end(),
    );
    const run = await call({ method: 'POST', url, bodyType: 'multipart', body: { a: 1 } });
    expect(run.attempts).toBe(3);
    expect(run.failedAttempts.map(({ status }) => status)).toEqual([503, 503]);
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set(['execution:block:']),
    );
    expect(new Set(calls.map(({ body }) => body.toString())).size).toBe(1);
  });
});

describe('what the api block gives back', () => {
  it('keeps a JSend body whole and does not take it for a failure', async () => {
    const { url } = await serve(answering('{"status":"fail","data":{"a":1}}'));
    const run = await call({ url });
    expect(run.error).toBeNull();
    expect(run.output).toMatchObject({
      data: { status: 'fail', data: { a: 1 } },
      status: 200,
      error: null,
    });
  });

  it('parses any +json type and keeps repeated headers as a list', async () => {
    const { url } = await serve((response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(200, { 'content-type': 'application/hal+json; charset=utf-8' });
      response.end('{"_links":{}}');
    });
    const { output } = await call({ url });
    expect(output.data).toEqual({ _links: {} });
    expect(output.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });

  it('gives binary as base64 with its type, broken JSON as text, nothing as null', async () => {
    const binary = await serve(answering(Buffer.from([0, 255]), 'image/png'));
    expect((await call({ url: binary.url })).output.data).toEqual({
      base64: 'AP8=',
      contentType: 'image/png',
      sizeBytes: 2,
    });
    const broken = await serve(answering('oops'));
    expect((await call({ url: broken.url })).output.data).toBe('oops');
    const empty = await serve(answering(''));
    expect((await call({ url: empty.url })).output.data).toBeNull();
  });

  it('makes a 404 a tolerable result with all four outputs', async () => {
    const { url } = await serve(answering('{"why":"gone"}', 'application/problem+json', 404));
    const run = await call({ url });
    expect(run.tolerable).toBe(true);
    expect(run.output).toMatchObject({
      data: { why: 'gone' },
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
      error: { code: 'HTTP_STATUS', attempts: 1 },
    });
  });

  it('fails on an empty URL instead of making it a silent success', async () => {
    const run = await call({ url: '<in.url>' }, { outputs: { in: { url: '' } } });
    expect(run.output).toMatchObject({ status: null, error: { code: 'INVALID_URL', attempts: 0 } });
    expect(run.tolerable).toBe(false);
  });

  it('retries a refused connection and says so after the last try', async () => {
    const { url } = await serve(answering('{}'));
    await cleanUps.pop()?.();
    const run = await call({ url });
    expect(run.output.error).toMatchObject({ code: 'CONNECTION_REFUSED', attempts: 3 });
    expect(run.failedAttempts.map(({ errorCode, status }) => [errorCode, status])).toEqual([
      ['CONNECTION_REFUSED', null],
      ['CONNECTION_REFUSED', null],
    ]);
  });

  it('refuses an answer that is too large once decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(6 * 1024 * 1024, 'a'));
    const { url } = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    expect((await call({ url })).output.error).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      attempts: 1,
    });
  });
});

describe('when the api block waits, and how long', () => {
  it('asks again no sooner than Retry-After says', async () => {
    const { url } = await serve((response, _, index) =>
      response.writeHead(index === 0 ? 429 : 200, { 'retry-after': '1' }).end(),
    );
    const run = await call({ url });
    const [failed] = run.failedAttempts;
    expect(run.output.status).toBe(200);
    expect(failed).toMatchObject({ attemptNumber: 1, status: 429 });
  });

  it('ends one try at timeoutMs although bytes keep coming, and a silence at idleTimeoutMs', async () => {
    const timers: NodeJS.Timeout[] = [];
    cleanUps.push(() => {
      for (const timer of timers) clearInterval(timer);
      return Promise.resolve();
    });
    const { url } = await serve((response, { url: path }) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
      if (path === '/dripping') timers.push(setInterval(() => response.write('a'), 10));
    });
    const retry = { ...quickly, maxRetries: 0 };
    const dripping = await call({
      url: `${url}/dripping`,
      timeoutMs: 150,
      idleTimeoutMs: 5_000,
      retry,
    });
    expect(dripping.output.error?.code).toBe('TIMEOUT');
    const silent = await call({
      url: `${url}/silent`,
      timeoutMs: 60_000,
      idleTimeoutMs: 50,
      retry,
    });
    expect(silent.output.error?.code).toMatch(/TIMEOUT/);
  });

  it('begins no try that the total deadline would cut off', async () => {
    const { url, calls } = await serve((response) => response.writeHead(503).end());
    const retry = { maxRetries: 20, initialDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
    const run = await call({ url, totalTimeoutMs: 60_000, retry });
    expect([run.attempts, calls.length]).toEqual([1, 1]);
  });
});

describe('where the api block may go', () => {
  it('follows a redirect within an origin with Authorization, across origins without', async () => {
    const other = await serve(answering('{}'));
    const { url, calls } = await serve((response, { url: path }) => {
      const location = path === '/start' ? '/same' : other.url;
      response.writeHead(307, { location }).end();
    });
    const headers = [{ key: 'Authorization', value: 'Bearer x' }];
    await call({ method: 'POST', url: `${url}/start`, headers, body: { a: 1 } });
    expect(calls.map((one) => one.headers.authorization)).toEqual(['Bearer x', 'Bearer x']);
    expect(other.calls[0]?.headers.authorization).toBeUndefined();
    expect(other.calls[0]?.body.toString()).toBe('{"a":1}');
  });

  it('stops after five redirects and gives the sixth as the answer', async () => {
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
  ])('refuses %s, and does not try it again', async (url) => {
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
