/**
 * Responses of trigger URLs for recorded results, over real connections. Includes
 * records from earlier releases.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionCompleted } from '@libs/contracts';
import fc from 'fast-check';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { pino } from 'pino';
import { type AnsweringRunner, startAnsweringRunner } from '../testing/answering-runner.js';
import { openTestApi } from '../testing/open-test-api.js';

interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

let runner: AnsweringRunner;
let workflowId: string;
let url: string;
const lines: LogLine[] = [];
const logger = pino(
  { level: 'warn' },
  { write: (line: string) => lines.push(JSON.parse(line) as LogLine) },
);
const api = openTestApi({ logger, listens: true });

function deploy(path: string, config: object): Promise<string> {
  const blocks = [
    { id: 'hook', type: 'webhook', name: 'Hook', config: { path, ...config } },
    { id: 'done', type: 'response', name: 'Done', config: {} },
  ];
  return api.deploy({ blocks, edges: [{ from: 'hook', to: 'done' }] });
}

beforeAll(async () => {
  runner = await startAnsweringRunner(api);
  workflowId = await deploy('answers', { methods: ['GET', 'HEAD', 'POST'] });
  url = await api.triggerPath('answers');
}, 60_000);
afterAll(async () => {
  await runner.close();
});

const call = (
  method: string,
  path = url,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const options = { method, headers, maxHeaderSize: 65_536 };
    const sent = httpRequest(`${api.url}${path}`, options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(pieces),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

type RecordedResponse = NonNullable<ExecutionCompleted['response']>;

const responseOf = (over: {
  status?: number;
  headers?: readonly object[];
  body?: unknown;
}): RecordedResponse => ({
  status: over.status ?? 200,
  headers: JSON.stringify(over.headers ?? []),
  body: JSON.stringify(over.body ?? null),
});

const security = {
  'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

describe('an answer that the ledger holds', () => {
  it('has its headers but those that a workflow may not set, which the log names', async () => {
    lines.length = 0;
    const headers = [
      { key: 'x-who', value: '🌍' },
      { key: 'trailer', value: 'x' },
      { key: 'Set-Cookie', value: 'session=1' },
      { key: 'content-security-policy', value: 'default-src *' },
      { key: 'X-Order', value: '7' },
      { key: 'link', value: '<a>' },
      { key: 'link', value: '<b>' },
    ];
    runner.record({ response: responseOf({ status: 201, headers, body: { a: 1 } }) });
    const answer = await call('POST');
    expect([answer.status, answer.body.toString()]).toEqual([201, '{"a":1}']);
    expect(answer.headers).toMatchObject({ ...security, 'x-order': '7', link: '<a>, <b>' });
    for (const name of ['x-who', 'trailer', 'set-cookie'])
      expect(answer.headers[name]).toBeUndefined();
    const dropped = lines.filter(({ msg }) => msg === 'ANSWER_HEADER_DROPPED');
    expect(dropped).toHaveLength(1);
    expect(dropped[0]).toMatchObject({
      workflowId,
      version: 1,
      headers: ['trailer', 'Set-Cookie', 'content-security-policy', 'x-who'].map((name) => ({
        name,
        reason: expect.any(String),
      })),
    });
    await call('POST');
    expect(lines.filter(({ msg }) => msg === 'ANSWER_HEADER_DROPPED')).toHaveLength(1);
  });

  it('is bytes of its own type when it is a file, also for HEAD', async () => {
    const bytes = Buffer.from([0, 1, 255, 13, 10]);
    const body = { contentType: 'image/png', base64: bytes.toString('base64') };
    const headers = [{ key: 'content-type', value: 'image/png', bodyType: 'file' }];
    runner.record({ response: responseOf({ headers, body }) });
    const answer = await call('GET');
    expect(answer.body).toEqual(bytes);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '5' });
    expect((await call('HEAD')).headers).toMatchObject({ 'content-length': '5' });
  });

  it.each([204, 205, 304])('has no body with status %i', async (status) => {
    runner.record({ response: responseOf({ status, body: { a: 1 } }) });
    const answer = await call('POST');
    expect([answer.status, answer.body.length]).toEqual([status, 0]);
    expect(answer.headers['content-type']).toBeUndefined();
  });

  const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string());
  const name = fc.oneof(
    fc.constantFrom(
      ...['trailer', 'transfer-encoding', 'content-length', 'connection', 'upgrade', 'date', 'te'],
      ...[
        'set-cookie',
        'content-encoding',
        'location',
        'vary',
        'Content-Type',
        'etag',
        '__proto__',
      ],
      ...['x-request-id', 'x-accel-redirect', 'keep-alive', 'expect', 'x-a', 'content-disposition'],
    ),
    anyText,
    anyText.map((text) => `x-${text}`),
  );
  const value = fc.oneof(
    anyText,
    fc.constantFrom(
      '🌍',
      'chunked',
      'gzip',
      'a\r\nb: c',
      '\u0001',
      'text/html',
      'application/json',
    ),
    fc.string({ minLength: 10_000, maxLength: 20_000 }),
  );
  const header = fc.record({
    key: name,
    value,
    bodyType: fc.constantFrom(undefined, 'file', 1),
  });
  const recorded = fc.record({
    status: fc.oneof(
      fc.integer({ min: 200, max: 599 }),
      fc.constantFrom(-1, 0, 100, 101, 103, 199, 204, 205, 304, 600, 1_000, 2_147_483_647),
    ),
    headers: fc.oneof(
      fc.array(header, { maxLength: 8 }).map((list) => JSON.stringify(list)),
      fc.json(),
      anyText,
    ),
    body: fc.oneof(
      fc.json(),
      fc.record({ base64: anyText, contentType: anyText }).map((file) => JSON.stringify(file)),
      anyText,
    ),
  });

  it('is sent whatever it is, with our headers, and is 202 when it has no status', async () => {
    await fc.assert(
      fc.asyncProperty(
        recorded,
        fc.constantFrom('GET', 'HEAD', 'POST'),
        async (response, method) => {
          runner.record({ response });
          const { status, headers } = await call(method);
          const isStatus = response.status >= 200 && response.status <= 599;
          expect([202, isStatus ? response.status : 202]).toContain(status);
          expect(headers).toMatchObject(security);
          expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
          for (const refused of ['trailer', 'set-cookie', 'content-encoding', 'upgrade', 'te'])
            expect(headers[refused]).toBeUndefined();
          for (const one of Object.keys(headers)) expect(one).not.toMatch(/^x-accel/);
        },
      ),
      { numRuns: 300 },
    );
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  }, 120_000);
});

describe('a run that reaches no response block', () => {
  it('gives its caller the execution id alone, whether it succeeded or failed', async () => {
    const finalOutput = '{"internal":"CUSTOMER-SSN-123"}';
    const error = { code: 'HTTP_500', message: 'secret', blockId: 'b', blockName: 'Inner' };
    for (const ending of [
      { status: 'success', finalOutput },
      { status: 'error', level: 'error', finalOutput: null, error },
      { status: 'cancelled', finalOutput: null, error: { ...error, code: 'CANCELLED' } },
    ]) {
      runner.record({ response: null, ...ending });
      const answer = await call('POST');
      const executionId = answer.headers['x-execution-id'];
      expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
        202,
        { data: { executionId } },
      ]);
      expect(answer.headers).toMatchObject(security);
    }
  });
});

describe('every answer at a trigger URL', () => {
  it('carries the same three headers, also when nothing ran', async () => {
    const path = url;
    const json = { 'content-type': 'application/json' };
    runner.record({ response: responseOf({}) });
    for (const [status, answer] of [
      [200, call('POST', path)],
      [200, call('POST', path.replace('trigger', '%74rigger'))],
      [404, call('POST', '/api/webhooks/trigger/nobody')],
      [404, call('POST', '/api/webhooks/trigger/a/b')],
      [404, call('POST', '/api/webhooks/trigger/a/b/c')],
      [400, call('POST', '/api/webhooks/trigger/%zz')],
      [405, call('DELETE', path)],
      [405, call('OPTIONS', path)],
      [415, call('POST', path, { headers: { 'content-type': 'text/csv' }, body: 'a' })],
      [400, call('POST', path, { headers: json, body: '{' })],
      [413, call('POST', path, { headers: json, body: '"'.padEnd(11 * 1024 * 1024, 'a') })],
    ] as const) {
      const got = await answer;
      expect([got.status, got.headers]).toEqual([status, expect.objectContaining(security)]);
      expect(got.headers['cross-origin-opener-policy']).toBeUndefined();
    }
    const elsewhere = await call('GET', '/api/v1/workflows');
    expect(elsewhere.headers['content-security-policy']).toContain("default-src 'self'");
  });
});

describe('calls from pages of other origins', () => {
  const page = { origin: 'https://shop.example' };
  const preflight = {
    ...page,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, x-order',
  };
  let shop: string;

  beforeAll(async () => {
    await deploy('shop', { methods: ['POST', 'PUT'], cors: { origins: [page.origin] } });
    shop = await api.triggerPath('shop');
    await deploy('open', { cors: { origins: ['*'] } });
    runner.record({ response: responseOf({ headers: [{ key: 'vary', value: 'accept' }] }) });
  });

  it('are answered without CORS headers unless the trigger has the setting', async () => {
    const answer = await call('POST', undefined, { headers: page });
    const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
    expect([answer.status, names]).toEqual([200, []]);
    expect((await call('OPTIONS', undefined, { headers: preflight })).status).toBe(405);
  });

  it('are let in by name after a preflight that runs nothing', async () => {
    const before = await call('OPTIONS', shop, { headers: preflight });
    expect([before.status, before.body.length]).toEqual([204, 0]);
    expect(before.headers).toMatchObject({
      ...security,
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

  it('of an origin that is not named get no permission, and a preflight says so', async () => {
    const origin = 'https://other.example';
    const before = await call('OPTIONS', shop, { headers: { ...preflight, origin } });
    expect([before.status, JSON.parse(before.body.toString())]).toEqual([
      403,
      { code: 'TRIGGER_FORBIDDEN', error: expect.stringContaining('"cors.origins"') },
    ]);
    const answer = await call('POST', shop, { headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['vary']).toBe('origin, accept');
  });

  it('may come from everywhere with "*"', async () => {
    const answer = await call('POST', await api.triggerPath('open'), { headers: page });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('can not have headers echoed that are none, or without end', async () => {
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
