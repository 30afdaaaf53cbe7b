/**
 * Request ids and trace contexts that callers send, and which parts of a URL are recorded; over
 * HTTP, with the spans that would be exported.
 */
import { describe, expect, it } from '@jest/globals';
import type { Tracing } from '@libs/platform';
import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openTestApi } from '../testing/open-test-api.js';

const proxy = '10.1.2.3';
const stranger = '203.0.113.1';
const callersTrace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

let logged = '';
const spans: { start: Parameters<Tracing['start']>[0]; end?: object; traceparent: string }[] = [];

/** Collects the spans that would be exported. */
const recording: Tracing = {
  enabled: true,
  start(start) {
    const ownSpanId = randomBytes(8).toString('hex');
    const traceId = start.parent?.slice(3, 35) ?? randomBytes(16).toString('hex');
    const traceparent = `00-${traceId}-${ownSpanId}-01`;
    const span: (typeof spans)[number] = { start, traceparent };
    spans.push(span);
    return { traceparent, end: (end) => (span.end = end) };
  },
  record: () => undefined,
};

const api = openTestApi({
  env: { FLOWLEDGER_TRUSTED_PROXIES: '10.0.0.0/8' },
  logger: pino({ level: 'trace' }, { write: (line: string) => (logged += line) }),
  tracing: recording,
});

/** The latest one; the command or query of the call has another below it. */
const spanOfRequest = () => spans.findLast(({ start }) => start.kind === 'server')!;

/** The span of a call, and the request id of its answer. */
async function called(from: string, headers: Readonly<Record<string, string>>) {
  const request = { method: 'GET', url: '/api/v1/workflows', remoteAddress: from } as const;
  const answer = await api.app.inject({ ...request, headers: { ...headers } });
  return { requestId: String(answer.headers['x-request-id']), span: spanOfRequest() };
}

describe('request id and trace context', () => {
  const own = { 'x-request-id': 'trace-1.2', traceparent: callersTrace, tracestate: 'a=b' };
  const newId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

  it.each([[proxy], [`::ffff:${proxy}`]])('are taken from a trusted proxy (%s)', async (from) => {
    const { requestId, span } = await called(from, own);
    expect([requestId, span.start.parent]).toEqual(['trace-1.2', callersTrace]);
  });

  it.each([
    ['a stranger', {}],
    ['a caller with a key', { 'x-api-key': 'TENANT' }],
    ['a caller with a forged X-Forwarded-For', { 'x-forwarded-for': proxy }],
  ])('are new for %s', async (_, more: Readonly<Record<string, string>>) => {
    const key = 'x-api-key' in more ? { 'x-api-key': api.tenant.apiKey } : more;
    const { requestId, span } = await called(stranger, { ...own, ...key });
    expect(requestId).toMatch(newId);
    expect(span.start.parent).toBeNull();
    expect(JSON.stringify(span)).not.toContain(callersTrace.slice(3, 35));
  });

  it.each(['a b"c', 'x'.repeat(129), ''])('an invalid id %j of a proxy is replaced', async (id) => {
    const { requestId } = await called(proxy, { 'x-request-id': id });
    expect(requestId).toMatch(newId);
  });
});

describe('the token in a URL', () => {
  /** All that was recorded. */
  const written = async (): Promise<string> => {
    const metrics = (await api.request<string>('GET', '/metrics')).body;
    return [logged, JSON.stringify(spans), metrics].join('\n');
  };

  it.each([
    [
      ...['an approval', 'execution_log', '/api/webhooks/resume/:executionId/:token'],
      ...[`/api/webhooks/resume/${randomUUID()}/`, ''],
    ],
    [
      ...['a trigger', 'trigger_route', '/api/webhooks/trigger/:token/:path'],
      ...['/api/webhooks/trigger/', '/orders'],
    ],
  ] as [string, string, string, string, string][])(
    'is in no log line, span or metric when the call of %s fails with 500',
    async (_, table, route, before, after) => {
      const token = randomBytes(32).toString('base64url');
      const rename = (from: string, to: string): Promise<unknown> =>
        api.pool.query(`alter table ${from} rename to ${to}`);
      await rename(table, `${table}_away`);
      const failed = await api.request('POST', before + token + after, { body: {} });
      await rename(`${table}_away`, table);
      expect(failed.status).toBe(500);
      expect(logged).toContain(`"route":"${route}"`);
      expect(spanOfRequest()).toMatchObject({ start: { name: `POST ${route}` } });
      const all = await written();
      expect(all).toContain(route);
      expect(all).not.toContain(token);
    },
  );

  it('is in none of them when a trigger works, is refused, or has its token rotated', async () => {
    const config = { path: 'traced', auth: { type: 'bearer', secret: '{{TOKEN}}' } };
    await api.deploy({ blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config }] });
    const path = await api.triggerPath('traced');
    const statuses: number[] = [];
    const trigger = async (url: string): Promise<unknown> =>
      statuses.push((await api.request('POST', url, { body: {} })).status);
    await trigger(path);
    await trigger(path.replace('traced', 'unknown'));
    const rotation = `workspaces/${api.tenant.workspaceId}/trigger-tokens/rotate`;
    const rotated = await api.call<'rotateTriggerToken'>('POST', rotation, { body: {} });
    await trigger(await api.triggerPath('traced'));
    expect([statuses, rotated.status]).toEqual([[401, 404, 401], 200]);
    const tokens = await api.call<'listTriggerTokens'>(
      'GET',
      `workspaces/${api.tenant.workspaceId}/trigger-tokens`,
    );
    const { rows } = await api.pool.query('select * from audit_event');
    const all = (await written()) + JSON.stringify(rows);
    expect(tokens.body.data).toHaveLength(2);
    for (const { token } of tokens.body.data) expect(all).not.toContain(token);
  });
});
