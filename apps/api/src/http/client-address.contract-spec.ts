import { describe, expect, it } from '@jest/globals';
import { openTestApi, type OpenTestApi } from '../testing/open-test-api.js';

const caller = '198.51.100.7';
const proxy = '10.1.2.3';

interface Connection {
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const trusting = openTestApi({ env: { FLOWLEDGER_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.9' } });
const plain = openTestApi();

/** The address that the audit trail records for a request on that connection. */
async function audited(api: OpenTestApi, { from, headers }: Connection): Promise<string> {
  const key = { 'x-api-key': api.tenant.apiKey };
  const made = await api.app.inject({
    ...{ method: 'POST', url: '/api/v1/api-keys', remoteAddress: from },
    headers: { ...key, ...headers },
    payload: { name: 'here' },
  });
  expect(made.statusCode).toBe(201);
  const trail = await api.call<'listAuditEvents'>('GET', 'audit');
  return trail.body.data.find((row) => row.requestId === made.headers['x-request-id'])!.ip;
}

const forwarded = (...addresses: string[]) => ({ 'x-forwarded-for': addresses.join(', ') });

describe("a caller's address", () => {
  it('is that of the connection, whatever it claims, while no proxy is named', async () => {
    expect(await audited(plain, { from: proxy, headers: forwarded(caller) })).toBe(proxy);
  });

  it('is that of the connection, whatever it claims, when it does not come from a named proxy', async () => {
    const from = '203.0.113.1';
    expect(await audited(trusting, { from, headers: forwarded(caller) })).toBe(from);
    expect(await audited(trusting, { from, headers: forwarded(caller, proxy) })).toBe(from);
  });

  it.each([
    ['the one that a named proxy was called from', forwarded(caller)],
    ['not what the caller wrote before', forwarded('127.0.0.1', '10.9.9.9', caller)],
    ['found through a chain of named proxies', forwarded('10.9.9.9', caller, '192.0.2.9')],
  ])('is %s', async (_, headers) => {
    expect(await audited(trusting, { from: proxy, headers })).toBe(caller);
    expect(await audited(trusting, { from: `::ffff:${proxy}`, headers })).toBe(caller);
  });

  it('is that of the proxy when it passes on none, or what is no address', async () => {
    expect(await audited(trusting, { from: proxy })).toBe(proxy);
    expect(await audited(trusting, { from: proxy, headers: forwarded('unknown') })).toBe(proxy);
  });

  it('is what a trigger compares with those that it lets in', async () => {
    const config = { path: 'listed', allowedIps: [caller] };
    await trusting.deploy({ blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config }] });
    const url = await trusting.triggerPath('listed');
    const statusOf = async ({ from, headers = {} }: Connection): Promise<number> => {
      const method = 'POST';
      const request = { method, url, remoteAddress: from, headers, payload: {} } as const;
      return (await trusting.app.inject(request)).statusCode;
    };
    expect(await statusOf({ from: proxy, headers: forwarded(caller) })).toBe(202);
    expect(await statusOf({ from: caller })).toBe(202);
    expect(await statusOf({ from: '203.0.113.1', headers: forwarded(caller) })).toBe(403);
    const spoofed = forwarded(caller, '203.0.113.1');
    expect(await statusOf({ from: proxy, headers: spoofed })).toBe(403);
    expect(await statusOf({ from: proxy, headers: forwarded('unknown') })).toBe(403);
  });

  it('and the host and protocol that callers used are believed of a named proxy only', async () => {
    const headers = {
      ...{ 'x-forwarded-host': 'flow.example', 'x-forwarded-proto': 'https' },
      ...{ 'x-api-key': trusting.tenant.apiKey, host: 'api.internal' },
    };
    const urlFor = async (from: string): Promise<unknown> => {
      const request = { method: 'GET', url: '/api/v1/workflows', remoteAddress: from, headers };
      const answer = await trusting.app.inject(request as object);
      return answer.json<{ data: { triggerUrl: string }[] }>().data[0]!.triggerUrl;
    };
    const path = await trusting.triggerPath('listed');
    expect(await urlFor(proxy)).toBe(`https://flow.example${path}`);
    expect(await urlFor('203.0.113.1')).toBe(`http://api.internal${path}`);
  });
});
