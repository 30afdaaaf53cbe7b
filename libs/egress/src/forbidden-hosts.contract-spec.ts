/** Every spelling of a non-public address, against a server that listens there. DNS is faked. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answer, type Receiver, startReceiver } from '../../../test/support/receiver.js';
import type { Resolve } from './checked-lookup.js';
import { createEgressClient, createEgressPolicy, type EgressClient } from './index.js';

let inside: Receiver;
const clients: EgressClient[] = [];
beforeAll(async () => {
  inside = await startReceiver(() => answer(200));
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await inside.close();
});

const unknownName: Resolve = (host, _options, callback) =>
  callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), []);

/** @param allow default: only public addresses */
function client(resolve: Resolve, allow: readonly string[] = []): EgressClient {
  const created = createEgressClient({ policy: createEgressPolicy({ allow }), resolve });
  clients.push(created);
  return created;
}

const outcomeOf = (egress: EgressClient, url: string): Promise<string> =>
  egress
    .request({
      ...{ method: 'GET', url, headers: [], connectTimeoutMs: 5_000, attemptTimeoutMs: 10_000 },
      ...{ maxResponseBytes: 1_000, onTooLarge: 'fail', decompress: false },
    })
    .then(
      ({ status }) => `status ${status}`,
      (error: unknown) => String((error as { code: unknown }).code),
    );

const port = (): number => inside.port;

describe('a host that is not public', () => {
  it.each([
    ...['127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0'],
    ...['2130706433', '017700000001', '0177.0.0.1', '0177.0.0.01', '0x7f000001', '0x7f.0.0.1'],
    ...['0x7f.1', '0X7F.0x0.0X0.0x1', '127.0x1', '%31%32%37.0.0.1', '10.0.0.1', '10.1'],
    ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1', '3232235777'],
    ...['169.254.169.254', '169.254.169.254.', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
    ...['100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '１２７.0.0.1', '１２７．０．０．１', '127。0。0。1'],
    ...['①②⑦.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::127.0.0.1]', '[::ffff:127.0.0.1]'],
    ...['[::ffff:7f00:1]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]'],
    ...['[64:ff9b:1::a9fe:a9fe]', '[2002:7f00:1::]', '[2001:0:4136:e378::1]', '[fd00:ec2::254]'],
    ...['[fc00::1]', '[fe80::1]', '[fe80::1%25eth0]', '[ff02::1]', '[2001:db8::1]', '[4000::1]'],
    ...['localhost', 'LOCALHOST.', 'metadata.google.internal'],
  ])('is not reached as %s', async (host) => {
    const local: Resolve = (name, options, callback) => {
      if (!/^(localhost|metadata\.google\.internal)\.?$/i.test(name)) {
        unknownName(name, options, callback);
        return;
      }
      const address = name.startsWith('meta') ? '169.254.169.254' : '127.0.0.1';
      callback(null, [{ address, family: 4 }]);
    };
    const outcome = await outcomeOf(client(local), `http://${host}:${port()}/`);
    expect(['EGRESS_DENIED', 'INVALID_URL', 'DNS_FAILED']).toContain(outcome);
    expect(inside.requests).toHaveLength(0);
  });
});

describe('a deceptive URL', () => {
  it.each([
    ...['file:///etc/passwd', 'gopher://127.0.0.1:70/_x', 'ftp://127.0.0.1/', 'unix:/run/x.sock'],
    ...['http+unix://%2Frun%2Fx.sock/', 'data:text/plain,x', 'javascript:1', '//127.0.0.1/'],
    ...['http://public.test@127.0.0.1/', 'http://127.0.0.1\\@public.test/', 'http:///127.0.0.1/'],
    ...['http://public.test#@127.0.0.1/', 'http:\\\\127.0.0.1\\', 'http://127.0.0.1:80:80/'],
  ])('reaches no server: %s', async (url) => {
    const outcome = await outcomeOf(client(unknownName), url);
    expect(outcome).not.toMatch(/^status/);
    expect(inside.requests).toHaveLength(0);
  });
});

describe('a name that resolves to forbidden and allowed addresses', () => {
  it('reaches only the allowed address when lookups alternate', async () => {
    let answers = 0;
    // The listener's address stands for a public one, 127.0.0.2 for an internal one.
    const flipping: Resolve = (_host, _options, callback) => {
      answers += 1;
      callback(null, [{ address: answers % 2 === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    };
    const egress = client(flipping, ['127.0.0.1/32']);
    const outcomes: string[] = [];
    for (let call = 0; call < 10; call += 1)
      outcomes.push(await outcomeOf(egress, `http://flip-${call}.test:${port()}/`));
    expect(outcomes.filter((outcome) => outcome === 'EGRESS_DENIED')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'status 200')).toHaveLength(5);
    expect(answers).toBe(10);
  });

  it('reaches only the allowed one of several addresses', async () => {
    const mixed: Resolve = (_host, _options, callback) =>
      callback(null, [
        ...['10.0.0.1', '169.254.169.254', '127.0.0.2'].map((address) => ({ address, family: 4 })),
        { address: '127.0.0.1', family: 4 },
      ]);
    const egress = client(mixed, ['127.0.0.1/32']);
    for (let call = 0; call < 10; call += 1)
      expect(await outcomeOf(egress, `http://mixed-${call}.test:${port()}/`)).toBe('status 200');
  });
});
