/**
 * Responses of trigger URLs for recorded results, over real connections. Includes
 * records from earlier releases.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import {
  type AnsweringRunner,
  responseOf,
  startAnsweringRunner,
} from '../testing/answering-runner.js';
import { type HttpAnswer, httpCall } from '../testing/http-call.js';
import { openTestApi } from '../testing/open-test-api.js';
import { deployAnswering, triggerSecurity } from '../testing/webhook-triggers.js';

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

beforeAll(async () => {
  runner = await startAnsweringRunner(api);
  workflowId = await deployAnswering(api, 'answers', { methods: ['GET', 'HEAD', 'POST'] });
  url = await api.triggerPath('answers');
});
afterAll(async () => {
  await runner.close();
});

const call = (
  method: string,
  path = url,
  request?: Parameters<typeof httpCall>[2],
): Promise<HttpAnswer> => httpCall(method, `${api.url}${path}`, request);

describe('a response recorded in the ledger', () => {
  it('drops headers that a workflow may not send and logs them once', async () => {
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
    expect(answer.headers).toMatchObject({ ...triggerSecurity, 'x-order': '7', link: '<a>, <b>' });
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

  it('sends a file as bytes with its type, and its length for HEAD', async () => {
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

  it('is sent with the security headers, and with 202 if its status is invalid', async () => {
    await fc.assert(
      fc.asyncProperty(
        recorded,
        fc.constantFrom('GET', 'HEAD', 'POST'),
        async (response, method) => {
          runner.record({ response });
          const { status, headers } = await call(method);
          const isStatus = response.status >= 200 && response.status <= 599;
          expect([202, isStatus ? response.status : 202]).toContain(status);
          expect(headers).toMatchObject(triggerSecurity);
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
  it('returns only the execution id, whether it succeeds, fails or is cancelled', async () => {
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
      expect(answer.headers).toMatchObject(triggerSecurity);
    }
  });
});

describe('every response at a trigger URL', () => {
  it('has the security headers, even when nothing ran', async () => {
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
      [415, call('POST', path, { headers: { 'content-type': 'image/png' }, body: 'a' })],
      [400, call('POST', path, { headers: json, body: '{' })],
      [413, call('POST', path, { headers: json, body: '"'.padEnd(11 * 1024 * 1024, 'a') })],
    ] as const) {
      const got = await answer;
      expect([got.status, got.headers]).toEqual([status, expect.objectContaining(triggerSecurity)]);
      expect(got.headers['cross-origin-opener-policy']).toBeUndefined();
    }
    const elsewhere = await call('GET', '/api/v1/workflows');
    expect(elsewhere.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });
});
