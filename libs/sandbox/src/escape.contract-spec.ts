/**
 * Author code that tries to leave the sandbox, to harm the next job, or to read another job's data.
 * One thread, so that all jobs run in it one after another.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSandbox, type Sandbox, type SandboxResult } from './index.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ maxThreads: 1 });
});
afterAll(() => sandbox.close());

const run = (code: string, args: Readonly<Record<string, unknown>> = {}): Promise<SandboxResult> =>
  sandbox.run({
    code,
    parameters: Object.keys(args),
    argumentsText: JSON.stringify(Object.values(args)),
    timeoutMs: 2_000,
    memoryBytes: 32 * 1024 * 1024,
    maxResultLength: 100_000,
  });

/** Checks for everything that a job could take from the host or leave behind. */
const isClean = `
  const hostNames = ['process', 'require', 'fetch', 'setTimeout', 'postMessage', 'WebAssembly', 'std', 'os'];
  return hostNames.every((name) => typeof globalThis[name] === 'undefined')
    && ({}).polluted === undefined && [1, 2].map((n) => n + 1).join() === '2,3'
    && JSON.stringify({ a: [1] }) === '{"a":[1]}' && 'abc'.includes('b')
    && (await Promise.resolve(7)) === 7`;

describe('an attempt to break out', () => {
  it.each([
    ['globals of the host', 'return typeof process + typeof require + typeof module'],
    ['Function', `return Function('return typeof process')()`],
    ['the constructor of a function', `return (() => 1).constructor('return typeof process')()`],
    ['an async constructor', `return (async () => 1).constructor('return typeof process')()`],
    ['import of a module', `return typeof (await import('node:fs'))`],
    ['import of std', `return typeof (await import('std'))`],
    ['an end of the wrapper', `return 1 }); globalThis.process = 1; (async () => {`],
    ['a comment that eats the wrapper', 'return 1 /*'],
    ['a prototype', 'Object.prototype.polluted = 1; Array.prototype.map = () => [9]'],
    ['JSON', 'JSON.stringify = () => "9"; JSON.parse = () => 9; return 1'],
    ['a loop without end', 'for (;;) {}'],
    ['a regular expression', `return /^(a+)+$/.test('a'.repeat(40) + '!')`],
    ['BigInt', 'let n = 2n; for (;;) n = n ** 3n'],
    ['a huge string', `let s = 'x'; for (;;) s += s`],
    ['a huge array', 'const l = []; for (;;) l.push(new Array(1e6).fill(0))'],
    ['recursion', 'const f = (n) => f(n + 1) + 1; return f(0)'],
    ['a flood of console', `for (;;) console.log('x'.repeat(1e4))`],
    ['a thenable without end', 'const t = { then: (f) => f(t) }; return await t'],
    ['toJSON', 'return { toJSON() { for (;;) {} } }'],
    ['a getter', 'return { get a() { return globalThis.process } }'],
    ['a proxy', 'return new Proxy({}, { ownKeys() { throw globalThis }, get: () => 1 })'],
  ])('through %s ends within its limits and does not affect the next job', async (_, code) => {
    const result = await run(code);
    // The returned value may at most show that nothing is there.
    const value = result.ok ? result.valueText.replaceAll('undefined', '').replaceAll('"', '') : '';
    expect(value).not.toMatch(/object|function/);
    expect(await run(isClean)).toMatchObject({ ok: true, valueText: 'true' });
  });
});

describe("another job's data", () => {
  const secret = 'S3CRET-of-another-tenant';
  const hold = 'globalThis.held = data.repeat(20000); return held.length';

  it.each([
    ['new buffers', 'new Uint8Array(65536)'],
    ['buffers made by slicing', 'new Uint8Array(new ArrayBuffer(65536).slice(0, 65536))'],
    ['buffers that grow', 'new Uint8Array(new ArrayBuffer(1024, { maxByteLength: 65536 }))'],
  ])('does not appear in %s', async (_, buffer) => {
    expect(await run(hold, { data: secret })).toMatchObject({ ok: true });
    const search = `
      for (let n = 0; n < 200; n += 1) {
        const bytes = ${buffer};
        if (bytes.buffer.resizable) bytes.buffer.resize(65536);
        if (bytes.some((byte) => byte !== 0)) return String.fromCharCode(...bytes.slice(0, 100));
      }
      return 'nothing'`;
    const found = await run(search);
    // Not every engine has resizable buffers; without them nothing is read either.
    expect(found.ok ? JSON.parse(found.valueText) : 'nothing').toBe('nothing');
  });
});
