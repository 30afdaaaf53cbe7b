/** Runs against a name server on the loopback; only the system's resolver is faked. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostResolver } from './host-resolver.js';

type Answer = { readonly v4?: string; readonly v6Silent?: boolean } | 'unknown' | 'silent';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

const typeA = 1;
const noSuchName = 3;

/** RFC 1035 section 4: one question, answered with a four-byte address, no address, or an error. */
function answerTo(query: Buffer, code: number, ttl: number, address: string | undefined): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  header.writeUInt16BE(0, 10);
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(typeA, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(4, 10);
  record.set((address ?? '0.0.0.0').split('.').map(Number), 12);
  const question = query.subarray(12, end);
  return Buffer.concat([header, question, ...(address === undefined ? [] : [record])]);
}

async function startNameServer(answers: Readonly<Record<string, Answer>>, ttl = 60) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = query.readUInt16BE(at + 1);
    const name = labels.join('.').toLowerCase();
    if (type === typeA) asked.push(name);
    const answer = answers[name] ?? 'unknown';
    if (answer === 'silent' || (answer !== 'unknown' && answer.v6Silent && type !== typeA)) return;
    const code = answer === 'unknown' ? noSuchName : 0;
    const known = answer === 'unknown' || type !== typeA ? undefined : answer.v4;
    socket.send(answerTo(query, code, ttl, known), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  cleanUps.push(() => socket.close());
  return { asked, server: `127.0.0.1:${socket.address().port}` };
}

async function setUp(answers: Readonly<Record<string, Answer>>, hosts = '', ttl = 60) {
  const { asked, server } = await startNameServer(answers, ttl);
  const hostsFile = join(mkdtempSync(join(tmpdir(), 'hosts-')), 'hosts');
  writeFileSync(hostsFile, hosts);
  const ofSystem: string[] = [];
  const hanging: (() => void)[] = [];
  const bySystem = async (name: string): Promise<LookupAddress[]> => {
    ofSystem.push(name);
    if (name.startsWith('hangs')) await new Promise<void>((resolve) => hanging.push(resolve));
    if (name.endsWith('.unknown'))
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    return [{ address: '127.0.0.7', family: 4 }];
  };
  const resolver = new HostResolver({ servers: [server], hostsFile, bySystem });
  const addressesOf = (host: string, family = 0): Promise<string[]> =>
    new Promise((resolve, reject) => {
      resolver.resolve(host, { family, all: true }, (error, addresses) => {
        if (error === null) resolve(addresses.map(({ address }) => address));
        else reject(error);
      });
    });
  return { asked, ofSystem, hanging, addressesOf };
}

describe('the host resolver', () => {
  it('resolves a name while others time out with EAI_AGAIN', async () => {
    const silent = Array.from({ length: 20 }, (_, index) => `s${index}.hostile.example`);
    const { addressesOf, ofSystem } = await setUp({
      ...Object.fromEntries(silent.map((name) => [name, 'silent'])),
      'good.example': { v4: '192.0.2.1' },
    });
    const ended: string[] = [];
    const refused = silent.map((name) =>
      addressesOf(name).catch((error: unknown) => {
        ended.push(name);
        return (error as { code: string }).code;
      }),
    );
    expect(await addressesOf('good.example')).toEqual(['192.0.2.1']);
    expect(ended).toEqual([]);
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['EAI_AGAIN']));
    // The system would query the same servers, and hold a thread while it waits.
    expect(ofSystem).toEqual([]);
  });

  it('queries once for concurrent lookups of a name and caches the answer', async () => {
    const { asked, addressesOf } = await setUp({ 'good.example': { v4: '192.0.2.1' } });
    await Promise.all(Array.from({ length: 50 }, () => addressesOf('Good.example')));
    await addressesOf('good.example.');
    expect(asked).toEqual(['good.example']);
  });

  it('does not cache an answer with a TTL of 0', async () => {
    const { asked, addressesOf } = await setUp({ 'good.example': { v4: '192.0.2.1' } }, '', 0);
    await addressesOf('good.example');
    await addressesOf('good.example');
    expect(asked).toHaveLength(2);
  });

  it('returns one address family if the server is silent about the other', async () => {
    const { addressesOf, ofSystem } = await setUp({
      'old.example': { v4: '192.0.2.1', v6Silent: true },
    });
    expect(await addressesOf('old.example')).toEqual(['192.0.2.1']);
    expect(await addressesOf('old.example', 6)).toEqual([]);
    expect(ofSystem).toEqual([]);
  });

  it('uses the system resolver for local, hosts-file and unknown names', async () => {
    const { asked, ofSystem, addressesOf } = await setUp(
      { 'pinned.example': { v4: '192.0.2.1' } },
      '127.0.0.1 localhost\n10.0.0.1\tPinned.example alias # comment.example\n',
    );
    for (const name of ['localhost', 'receiver', 'pinned.example', 'receiver.namespace'])
      expect(await addressesOf(name)).toEqual(['127.0.0.7']);
    expect(ofSystem).toEqual(['localhost', 'receiver', 'pinned.example', 'receiver.namespace']);
    expect(asked).toEqual(['receiver.namespace']);
    await expect(addressesOf('typo.unknown')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('takes every name under localhost for this machine', async () => {
    const { asked, ofSystem, addressesOf } = await setUp({});
    expect(await addressesOf('billing.fjord.localhost')).toEqual(['127.0.0.7']);
    expect(ofSystem).toEqual(['localhost']);
    expect(asked).toEqual([]);
  });

  it('runs at most two system lookups at a time', async () => {
    const { ofSystem, hanging, addressesOf } = await setUp({});
    const all = ['hangs1', 'hangs2', 'hangs3'].map((name) => addressesOf(name));
    expect(ofSystem).toEqual(['hangs1', 'hangs2']);
    hanging[0]?.();
    await all[0];
    expect(ofSystem).toEqual(['hangs1', 'hangs2', 'hangs3']);
    for (const end of hanging) end();
    await Promise.all(all);
  });
});
