/** Hostile requests get 4xx, never 5xx, while others are served. Long form: `npm run test:fuzz`. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { OpenApiDocument } from '../openapi/document.js';
import { insertLogRow } from '../testing/log-rows.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer, HttpMethod, Refusal } from '../testing/test-api.js';

const api = openTestApi({ env: { FLOWLEDGER_LOGS_PER_MINUTE: '1000000' }, listens: true });

const get = <Of = Refusal>(path: string): Promise<Answer<Of>> =>
  api.request('GET', path, { key: api.tenant.apiKey });

async function inBatches<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 25)
    await Promise.all(all.slice(at, at + 25).map((one) => act(one)));
}

/** Texts with a meaning in SQL, LIKE, JSON, JSON path, URLs, shells, templates or numbers. */
const metacharacters = [
  `'`,
  `"`,
  `' or '1'='1`,
  `'); drop table execution_log; --`,
  `%' union select key_hash from api_key --`,
  '%',
  '_%\\',
  '\\',
  '$.a[*] ? (@ > 1)',
  '{"$gt":""}',
  '[1,2',
  '$1',
  '::text',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e',
  'NaN',
  '-1',
  '1e999',
  '9'.repeat(40),
  '${7*7}',
  '`id`',
  'x'.repeat(5_000),
];

/** Text a client can put into a header (RFC 9110, section 5.5); fetch and inject send no other. */
const isHeaderText = /^[\t\x20-\x7e]+$/;

const exampleOf = (requestBody: { readonly content: object } | undefined): unknown =>
  (Object.values(requestBody?.content ?? {}) as { example?: unknown }[])[0]?.example;

/** Copies of an example, each with one of its texts replaced by one of the given texts. */
function bodiesWith(texts: readonly string[], example: unknown): unknown[] {
  if (typeof example === 'string') return [...texts];
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    bodiesWith(texts, value).map((changed) =>
      Array.isArray(example)
        ? example.map((member, at) => (String(at) === name ? changed : (member as unknown)))
        : { ...example, [name]: changed },
    ),
  );
}

/** Excludes rate limits and the audit trail: every request may change those, refused or not. */
async function rowsOfTables(): Promise<Record<string, number>> {
  const { pool } = api.database;
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^(rate|audit)_'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await pool.query<{ count: number }>(`select count(*)::int from ${name}`);
    counts[name] = counted.rows[0]!.count;
  }
  return counts;
}

describe('hostile callers', () => {
  beforeAll(async () => {
    for (let n = 0; n < 3; n += 1)
      await insertLogRow(
        api,
        { ...api.tenant, workflowId: crypto.randomUUID() },
        { executionId: crypto.randomUUID() },
      );
  });

  it('get 400 for each of 1,000 malformed cursors', async () => {
    const own = `workspaceId=${api.tenant.workspaceId}`;
    const valid = (await get<'listLogs'>(`/api/v1/logs?${own}&limit=1`)).body.nextCursor!;
    const malformed = fc.sample(
      fc.oneof(
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.base64String({ minLength: 4 }),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
        fc.nat(valid.length - 2).map((length) => valid.slice(0, length + 1)),
        fc.nat(valid.length - 1).map((at) => `${valid.slice(0, at)}!${valid.slice(at)}x`),
      ),
      { numRuns: 1_000, seed: 7 },
    );
    const lists = [
      `logs?${own}&limit=1&cursor=`,
      `logs/tail?${own}&after=`,
      'workflows?cursor=',
      'audit?cursor=',
      'api-keys?cursor=',
    ];
    await inBatches(malformed, async (cursor) => {
      const list = lists[cursor.length % lists.length]!;
      const { status, body } = await get(`/api/v1/${list}${encodeURIComponent(cursor)}`);
      // A text that decodes to the original cursor is not malformed.
      if (Buffer.from(cursor, 'base64url').equals(Buffer.from(valid, 'base64url'))) return;
      expect([cursor, status, body.code]).toEqual([
        cursor,
        400,
        expect.stringMatching(/^INVALID_(CURSOR|PARAMETER)$/),
      ]);
    });
  }, 120_000);

  it.each([-8.64e15, -2e14, 8.64e15])('get no 5xx for a cursor of the time %s', async (ms) => {
    const own = `workspaceId=${api.tenant.workspaceId}`;
    const log = await get<'listLogs'>(`/api/v1/logs?${own}&limit=1`);
    const [kind, filters, , id] = JSON.parse(
      Buffer.from(log.body.nextCursor!, 'base64url').toString(),
    ) as unknown[];
    const cursorOf = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
    for (const list of [
      `logs?${own}&limit=1&cursor=${cursorOf(kind, filters, ms, id)}`,
      `workflows?cursor=${cursorOf(`workflows:${api.tenant.workspaceId}`, ms, id)}`,
    ]) {
      const { status } = await get(`/api/v1/${list}`);
      expect([list, status]).toEqual([list, ms < -2e14 ? 400 : 200]);
    }
  });

  it('get no 5xx from metacharacters in any parameter of any route, and change nothing', async () => {
    const { paths } = (await get<OpenApiDocument>('/openapi.json')).body;
    const requests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        (parameters as readonly { name: string; in: string }[])
          .filter(() => path.includes('{') || !path.endsWith('/events'))
          .flatMap((parameter) =>
            metacharacters
              .filter((text) => text.isWellFormed())
              .filter((text) => parameter.in !== 'header' || isHeaderText.test(text))
              .map((text) => ({
                method: method.toUpperCase() as HttpMethod,
                path,
                parameter,
                text,
              })),
          ),
      ),
    );
    expect(requests.length).toBeGreaterThan(1_000);
    const before = await rowsOfTables();
    await inBatches(requests, async ({ method, path, parameter, text }) => {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === parameter.name ? text : 'x'),
      );
      const own = parameter.name === 'workspaceId' ? '' : `workspaceId=${api.tenant.workspaceId}&`;
      const query =
        parameter.in === 'query' ? `?${own}${parameter.name}=${encodeURIComponent(text)}` : '';
      const { status } = await api.request(method, `${url}${query}`, {
        key: api.tenant.apiKey,
        ...(parameter.in === 'header' && { headers: { [parameter.name]: text } }),
      });
      expect([method, path, parameter.name, text, status < 500]).toEqual([
        method,
        path,
        parameter.name,
        text,
        true,
      ]);
    });
    expect(await rowsOfTables()).toEqual(before);
  }, 240_000);

  it('get no 5xx from metacharacters in any text of any body', async () => {
    const { paths } = (await get<OpenApiDocument>('/openapi.json')).body;
    const requests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        bodiesWith(metacharacters, exampleOf(requestBody)).map((body) => ({
          method: method.toUpperCase() as HttpMethod,
          path,
          body,
        })),
      ),
    );
    expect(requests.length).toBeGreaterThan(500);
    await inBatches(requests, async ({ method, path, body }) => {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'workspaceId' ? api.tenant.workspaceId : crypto.randomUUID(),
      );
      const { status } = await api.request(method, url, { key: api.tenant.apiKey, body });
      expect([method, path, body, status < 500]).toEqual([method, path, body, true]);
    });
  }, 240_000);

  it('get 413 or 431 for oversized bodies and headers', async () => {
    const large = Buffer.alloc(11 * 1024 * 1024, 0x20);
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 20; n += 1) {
      const refused = await api.call('POST', 'workflows', {
        raw: { text: large, type: 'application/json' },
      });
      expect(refused.status).toBe(413);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
    // Chunked: there is no Content-Length that could be refused in advance.
    const pieces = Readable.from(Array.from({ length: 11 * 16 }, () => large.subarray(0, 65_536)));
    const chunked = await fetch(`http://127.0.0.1:${api.port}/api/v1/workflows`, {
      method: 'POST',
      headers: { 'x-api-key': api.tenant.apiKey, 'content-type': 'application/json' },
      body: Readable.toWeb(pieces) as ReadableStream,
      duplex: 'half',
    }).then(
      ({ status }) => status,
      () => 413,
    );
    expect(chunked).toBe(413);
    const answer = await fetch(`http://127.0.0.1:${api.port}/api/v1/workflows`, {
      headers: { 'x-api-key': 'k'.repeat(10 * 1024 * 1024) },
    }).then(
      ({ status }) => status,
      // The server may close the connection while the client still sends: that is a refusal too.
      () => 431,
    );
    expect(answer).toBe(431);
  });

  it('do not block other callers with 500 unfinished requests', async () => {
    const slowHeader = 'GET /api/v1/logs HTTP/1.1\r\nHost: x\r\nX-Slow: ';
    const slowBody = `POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nx-api-key: ${api.tenant.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"name":"`;
    const before = process.memoryUsage().rss;
    const sockets = await Promise.all(
      Array.from(
        { length: 500 },
        (_, n) =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(api.port, '127.0.0.1', () => {
              socket.write(n % 2 === 0 ? slowHeader : slowBody);
              resolve(socket);
            });
            socket.once('error', reject);
          }),
      ),
    );
    try {
      for (const socket of sockets) socket.write('a');
      const served = await Promise.all(
        Array.from({ length: 20 }, () =>
          fetch(`http://127.0.0.1:${api.port}/api/v1/logs?workspaceId=${api.tenant.workspaceId}`, {
            headers: { 'x-api-key': api.tenant.apiKey },
          }).then(({ status }) => status),
        ),
      );
      expect(new Set(served)).toEqual(new Set([200]));
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    } finally {
      for (const socket of sockets) {
        socket.removeAllListeners('error').on('error', () => undefined);
        socket.destroy();
      }
    }
  });
});
