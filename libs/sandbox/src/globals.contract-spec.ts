/** The globals of author code, compared with those of Node where it has the same ones. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, createHmac, webcrypto } from 'node:crypto';
import { type CodeJob, createSandbox, type Sandbox, type SandboxResult } from './index.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ maxThreads: 1 });
});
afterAll(() => sandbox.close());

const run = (code: string, more: Partial<CodeJob> = {}): Promise<SandboxResult> =>
  sandbox.run({
    ...{ code, parameters: [], argumentsText: '[]', timeoutMs: 60_000 },
    ...{ memoryBytes: 64 * 1024 * 1024, maxResultLength: 1_000_000 },
    ...more,
  });

async function valueOf(code: string): Promise<unknown> {
  const result = await run(code);
  return result.ok ? JSON.parse(result.valueText) : result;
}

/** What Node gives for the same code. */
async function nodeValueOf(code: string): Promise<unknown> {
  const AsyncFunction = Object.getPrototypeOf(nodeValueOf).constructor as new (
    ...parameters: string[]
  ) => (crypto: unknown) => Promise<unknown>;
  const value = await new AsyncFunction('crypto', code)({ subtle: webcrypto.subtle });
  return JSON.parse(JSON.stringify(value)) as unknown;
}

describe('the globals of author code', () => {
  it.each([
    `const u = new URL('/b/../é?x=1&x=2#f', 'https://ü.test:8443/a');
     return [u, u.href, u.origin, u.host, u.port, u.pathname, u.search, u.hash, u.searchParams.getAll('x')]`,
    `const u = new URL('https://a.test/?a=1'); u.searchParams.append('b c', 'd&e'); u.hash = 'x';
     u.pathname = '/p q'; u.protocol = 'http'; const before = u.href; u.search = '?z=9';
     return [before, u.href, [...u.searchParams]]`,
    `return [URL.canParse('a'), URL.canParse('a', 'http://b'), URL.parse('x:y').href, URL.parse('')]`,
    `const p = new URLSearchParams([['b', 1], ['a', 'ü +%'], ['b', 2]]);
     p.set('b', 3); p.append('c', ''); p.delete('a'); p.append('a', '\\u0000'); p.sort();
     return [p.toString(), p.get('x'), p.has('c'), p.size, [...p.keys()], [...p.values()]]`,
    `return [...new URLSearchParams('?a=%C3%A9+b&c')].concat([...new URLSearchParams({ x: [1, 2] })])`,
    `return [...new TextEncoder().encode('é\\u0000🌍\\ud800')]`,
    `return new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0, 0xff]))`,
    `return [new TextDecoder('latin1').decode(new Uint8Array([0xe9])), new TextDecoder('UTF-16').encoding]`,
    `return new TextDecoder('shift_jis').decode(new Uint8Array([0, 0x93, 0xfa, 0]).subarray(1, 3))`,
    `return [atob(' AAEC/w== '), btoa('\\u0000\\u00ff')]`,
    `const a = { d: new Date(5), m: new Map([[1, new Set([2])]]), r: /x/gi, u: new Uint16Array([1, 2]) };
     a.self = a; const c = structuredClone(a); a.u[0] = 9;
     return [c !== a, c.self === c, c.d.getTime(), [...c.m.get(1)], String(c.r), [...c.u]]`,
    `return [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc')))]`,
    `const bytes = (t) => new TextEncoder().encode(t);
     const key = await crypto.subtle.importKey('raw', bytes('key'), { name: 'HMAC', hash: 'SHA-512' }, false, ['sign', 'verify']);
     const signed = await crypto.subtle.sign('HMAC', key, bytes('text'));
     return [[...new Uint8Array(signed)], await crypto.subtle.verify('HMAC', key, signed, bytes('text')),
       await crypto.subtle.verify('HMAC', key, signed, bytes('other'))]`,
  ])('do as those of Node: %s', async (code) => {
    expect(await valueOf(code)).toEqual(await nodeValueOf(code));
  });

  it.each(['md5', 'sha1', 'sha256', 'sha384', 'SHA-512'])('hash and sign with %s', async (name) => {
    const known = name.toLowerCase().replace('-', '');
    expect(
      await valueOf(`return [
        crypto.createHash('${name}').update('a').update(new Uint8Array([98])).digest('hex'),
        crypto.createHmac('${name}', 'ké').update('ü').digest('base64'),
        crypto.createHash('${name}').digest().length]`),
    ).toEqual([
      createHash(known).update('ab').digest('hex'),
      createHmac(known, 'ké').update('ü').digest('base64'),
      createHash(known).digest().length,
    ]);
  });

  it('compare in constant time, and draw different random values in every job', async () => {
    expect(
      await valueOf(`return ['ab', 'ac', 'abc'].map((one) => crypto.timingSafeEqual('ab', one))`),
    ).toEqual([true, false, false]);
    const draw = 'return [crypto.randomUUID(), ...crypto.getRandomValues(new Uint8Array(8))]';
    expect(await valueOf(draw)).not.toEqual(await valueOf(draw));
  });

  it.each([
    [`new URL('nope')`, 'TypeError: "nope" is not a URL'],
    [`crypto.createHash('rot13').digest()`, 'TypeError: There is no hash "rot13"'],
    [`crypto.createHash('md5').digest('utf8')`, 'TypeError: There is no encoding "utf8"'],
    [`new TextDecoder('klingon')`, 'klingon'],
    [`new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))`, 'TypeError'],
    [`atob('*')`, 'Invalid character'],
    [`btoa('☃')`, 'Invalid character'],
    [`structuredClone({ f() {} })`, 'structuredClone can not copy a function'],
    [`crypto.createHmac('md5', 5)`, 'expected a string'],
    [`crypto.createHash('md5').update(new ArrayBuffer(17e6)).digest()`, '16777216 are handled'],
    [`crypto.getRandomValues(new Uint8Array(1e5))`, 'At most 65536'],
  ])('say what is wrong: %s', async (code, message) => {
    const failed = await run(`\n  ${code}`);
    expect(failed).toMatchObject({ code: 'FUNCTION_FAILED', place: { line: 2 } });
    expect(failed).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('keep to the time limit, and end at deep values', async () => {
    const hashing = `const data = new Uint8Array(8e6); for (;;) crypto.createHash('sha512').update(data).digest()`;
    expect(await run(hashing, { timeoutMs: 300 })).toMatchObject({ code: 'FUNCTION_TIMEOUT' });
    const dropping = `for (let n = 0; n < 100; n += 1) crypto.getRandomValues(new Uint8Array(6e4)); return 1`;
    expect(await run(dropping)).toMatchObject({ ok: true });
    const deep = `let a = []; for (let n = 0; n < 1e5; n += 1) a = [a]; return structuredClone(a)`;
    expect(await run(deep)).toMatchObject({ ok: false });
    expect(await valueOf('return 1')).toBe(1);
  });

  it('reach nothing of the host, and leave nothing for the next job', async () => {
    await run(
      `URL = crypto.createHash = undefined; TextEncoder.prototype.encode = () => 7; URL2 = 1`,
    );
    expect(
      await valueOf(`return [typeof __text, typeof __bytes, typeof URL, typeof URL2, typeof URL.change,
        crypto.createHash('md5').update('a').digest('hex').length, new TextEncoder().encode('a')[0]]`),
    ).toEqual(['undefined', 'undefined', 'function', 'undefined', 'undefined', 32, 97]);
  });
});
