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

describe('forwarded headers', () => {
  it('are ignored when no proxy is trusted', async () => {
    expect(await audited(plain, { from: proxy, headers: forwarded(caller) })).toBe(proxy);
  });

  it('are ignored unless a trusted proxy sends them', async () => {
    const from = '203.0.113.1';
    expect(await audited(trusting, { from, headers: forwarded(caller) })).toBe(from);
    expect(await audited(trusting, { from, headers: forwarded(caller, proxy) })).toBe(from);
  });

  it.each([
    ['from one trusted proxy', forwarded(caller)],
    ['with forged addresses before it', forwarded('127.0.0.1', '10.9.9.9', caller)],
    ['through a chain of trusted proxies', forwarded('10.9.9.9', caller, '192.0.2.9')],
  ])('give the caller address %s', async (_, headers) => {
    expect(await audited(trusting, { from: proxy, headers })).toBe(caller);
    expect(await audited(trusting, { from: `::ffff:${proxy}`, headers })).toBe(caller);
  });

  it('give the address of the proxy when they hold no valid address', async () => {
    expect(await audited(trusting, { from: proxy })).toBe(proxy);
    expect(await audited(trusting, { from: proxy, headers: forwarded('unknown') })).toBe(proxy);
  });

  it('give the address that a trigger checks against its allowed IPs', async () => {
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

  it('give the host and protocol only from a trusted proxy', async () => {
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
