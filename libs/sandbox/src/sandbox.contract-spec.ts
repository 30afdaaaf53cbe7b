/** Author code against the real interpreter in real threads. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CodeJob, createSandbox, type Sandbox, type SandboxResult } from './index.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ maxThreads: 1 });
});
afterAll(() => sandbox.close());

const run = (
  code: string,
  args: Readonly<Record<string, unknown>> = {},
  more: Partial<CodeJob> = {},
): Promise<SandboxResult> =>
  sandbox.run({
    code,
    parameters: Object.keys(args),
    argumentsText: JSON.stringify(Object.values(args)),
    // Only the tests of the limit itself may reach it, even on a busy machine.
    timeoutMs: 60_000,
    memoryBytes: 32 * 1024 * 1024,
    maxResultLength: 1_000_000,
    ...more,
  });
const valueOf = async (...args: Parameters<typeof run>): Promise<unknown> => {
  const result = await run(...args);
  return result.ok ? JSON.parse(result.valueText) : result;
};

describe('the sandbox', () => {
  it('returns the result of synchronous and asynchronous code as JSON', async () => {
    expect(
      await valueOf('return { sum: a.n + 1, list: [...a.l].reverse() }', {
        a: { n: 1, l: [1, 2] },
      }),
    ).toEqual({ sum: 2, list: [2, 1] });
    expect(await valueOf('return await Promise.all([1, Promise.resolve(2)])')).toEqual([1, 2]);
    expect(await valueOf('')).toBeNull();
    expect(await valueOf('return new Date(0)')).toBe('1970-01-01T00:00:00.000Z');
  });

  it('gives code no access to the host', async () => {
    const names = [
      'process',
      'require',
      'fetch',
      'setTimeout',
      'WebAssembly',
      'Deno',
      'postMessage',
      '__log',
    ];
    expect(await valueOf(`return [${names.map((name) => `typeof ${name}`).join()}]`)).toEqual(
      names.map(() => 'undefined'),
    );
    expect(
      await valueOf(`return typeof this?.constructor.constructor('return globalThis')().process`),
    ).toBe('undefined');
    expect(await run(`return (await import('node:fs')).readFileSync`)).toMatchObject({ ok: false });
  });

  it('leaves no state for the next job', async () => {
    await run(
      'globalThis.left = 1; Array.prototype.map = () => 7; JSON.stringify = () => "8"; return 1',
    );
    expect(await valueOf('return [typeof left, [1].map((n) => n + 1)]')).toEqual([
      'undefined',
      [2],
    ]);
  });

  it.each([
    ['a symbol', 'Symbol.for("left").x = 1', 'return Symbol.for("left").x === undefined'],
    ['the console', 'console.log = null', 'console.log(1); return true'],
    ['a changed Object.prototype', 'Object.prototype.left = 1', 'return ({}).left === undefined'],
    [
      'a promise that never settles',
      'new Promise(() => {}); globalThis.p = Promise.resolve().then(() => { globalThis.q = 1 })',
      'return typeof p + typeof q === "undefinedundefined"',
    ],
    ['a thrown value', 'globalThis.left = 1; throw 1', 'return typeof left === "undefined"'],
    [
      'allocated memory',
      'globalThis.m = new Uint8Array(2e6).fill(7)',
      'return typeof m === "undefined" && String(new Uint8Array(1e5)).indexOf("7") < 0',
    ],
    [
      'a full memory',
      'for (globalThis.m = [];;) m.push(new Uint8Array(1e6).fill(7))',
      'return typeof m === "undefined"',
    ],
    [
      'frozen intrinsics',
      'Object.freeze(Array.prototype); Promise.prototype.then = null; return 1',
      'Array.prototype.x = 1; return [].x === 1 && await Promise.resolve(true)',
    ],
  ])('isolates the next job from %s', async (_, before, after) => {
    // Repeated, because traces that a job leaves would add up.
    for (let round = 0; round < 3; round += 1) {
      await run(before);
      expect(await valueOf(after)).toBe(true);
    }
  });

  it('gives every job different random numbers', async () => {
    const drawn = [await valueOf('return Math.random()'), await valueOf('return Math.random()')];
    expect(drawn[0]).not.toBe(drawn[1]);
    for (const one of drawn) expect(one).toBeLessThan(1);
  });

  it('applies the memory limit of each job', async () => {
    const take = 'return new Uint8Array(2e7).length';
    const narrow = { memoryBytes: 8 * 1024 * 1024 };
    expect(await valueOf(take)).toBe(20_000_000);
    expect(await run(take, {}, narrow)).toMatchObject({ code: 'FUNCTION_OUT_OF_MEMORY' });
    expect(await valueOf(take)).toBe(20_000_000);
  });

  it.each([
    'for (;;) {}',
    'const f = async () => { for (;;) await 1 }; return f()',
    `return /(a+)+$/.test('a'.repeat(40) + 'b')`,
  ])('ends %j at its time limit, and the next job runs', async (code) => {
    expect(await run(code, {}, { timeoutMs: 50 })).toMatchObject({
      ok: false,
      code: 'FUNCTION_TIMEOUT',
    });
    expect(await valueOf('return 1')).toBe(1);
  });

  it('ends code that takes too much memory, and the next job runs', async () => {
    const greedy = 'const l = []; for (;;) l.push(new Uint8Array(1e6))';
    // The limit under test is memory; a busy machine must not time out first.
    expect(await run(greedy, {}, { timeoutMs: 30_000 })).toMatchObject({
      ok: false,
      code: 'FUNCTION_OUT_OF_MEMORY',
    });
    expect(await run(`return 'x'.repeat(2 ** 29)`)).toMatchObject({ ok: false });
    expect(await valueOf('return 1')).toBe(1);
  });

  it('survives endless recursion', async () => {
    expect(await run('const f = () => f() + 1; return f()')).toMatchObject({
      ok: false,
      code: 'FUNCTION_FAILED',
    });
    expect(await run(`return JSON.parse('['.repeat(100000))`)).toMatchObject({ ok: false });
    expect(await valueOf('return 1')).toBe(1);
  });

  it('reports a thrown value and a result that can not be JSON', async () => {
    expect(await run('throw new TypeError("no good")')).toMatchObject({
      code: 'FUNCTION_FAILED',
      message: 'TypeError: no good',
    });
    expect(await run('throw { a: 1 }')).toMatchObject({ code: 'FUNCTION_FAILED' });
    expect(await run('return 1n')).toMatchObject({ code: 'FUNCTION_FAILED' });
    expect(await run('const a = {}; a.a = a; return a')).toMatchObject({ code: 'FUNCTION_FAILED' });
    expect(await run('await new Promise(() => {})')).toMatchObject({
      message: expect.stringContaining('no timers'),
    });
  });

  it('keeps console output, also after a failure, up to a limit', async () => {
    expect(
      await run('console.log("a", 1, { b: [2] }); console.error(new Error("c")); throw 1'),
    ).toMatchObject({
      console: [
        { level: 'log', text: 'a 1 {"b":[2]}' },
        { level: 'error', text: 'Error: c' },
      ],
    });
    const flood = await run('for (let i = 0; i < 1e4; i++) console.log("x".repeat(1000))');
    expect(JSON.stringify(flood.console).length).toBeLessThan(80_000);
  });

  it('rejects a result above the maximum length', async () => {
    const large = await run('return "x".repeat(99)', {}, { maxResultLength: 100 });
    expect(large).toMatchObject({ ok: false, code: 'OUTPUT_TOO_LARGE' });
    expect(await valueOf('return "x".repeat(98)', {}, { maxResultLength: 100 })).toHaveLength(98);
  });

  it('validates a value against a JSON schema within the time limit', async () => {
    const problemOf = async (schema: object, value: unknown): Promise<unknown> => {
      const valueText = JSON.stringify(value);
      const result = await sandbox.run({ schema: { ...schema }, valueText, timeoutMs: 200 });
      return result.ok ? JSON.parse(result.valueText) : result.code;
    };
    const counted = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    expect(await problemOf(counted, { n: 1 })).toBeNull();
    expect(await problemOf(counted, { n: 'x' })).toMatch(/^n: /);
    expect(await problemOf({ type: 'no such type' }, 1)).toBeNull();
    const forEver = { type: 'string', pattern: '^(a+)+$' };
    expect(await problemOf(forEver, `${'a'.repeat(50)}!`)).toBe('FUNCTION_TIMEOUT');
    expect(await valueOf('return 1')).toBe(1);
  });

  it('does not count the start of a thread as job time', async () => {
    const worker = `
      import { parentPort } from 'node:worker_threads';
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      parentPort.on('message', () => parentPort.postMessage({ ok: true, valueText: '1', console: [] }));
      parentPort.postMessage('ready');`;
    const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(worker)}`);
    const slow = createSandbox({ maxThreads: 1, workerUrl });
    const job = { code: '', parameters: [], argumentsText: '[]', memoryBytes: 1e7 };
    expect(await slow.run({ ...job, timeoutMs: 1, maxResultLength: 9 })).toMatchObject({
      ok: true,
    });
    await slow.close();
  });

  it('runs the jobs of other owners while one owner has ten endless jobs', async () => {
    const shared = createSandbox({ maxThreads: 3 });
    const abort = new AbortController();
    const job = { parameters: [], argumentsText: '[]', timeoutMs: 60_000, memoryBytes: 1e7 };
    const endless = { ...job, code: 'for (;;) {}', maxResultLength: 100 };
    const hogs = Array.from({ length: 10 }, () => shared.run(endless, abort.signal, 'one'));
    const short = { ...job, code: 'return 1', maxResultLength: 100 };
    const others = ['two', 'three', 'two'].map((owner) => shared.run(short, undefined, owner));
    expect((await Promise.all(others)).every(({ ok }) => ok)).toBe(true);
    abort.abort();
    await Promise.all(hogs);
    await shared.close();
  });

  it('ends an aborted job and runs the next one', async () => {
    const controller = new AbortController();
    const job = {
      code: 'for (;;) {}',
      parameters: [],
      argumentsText: '[]',
      timeoutMs: 60_000,
      memoryBytes: 1e7,
      maxResultLength: 100,
    };
    const [running, waiting] = [sandbox.run(job, controller.signal), valueOf('return 2')];
    controller.abort();
    expect(await running).toMatchObject({ ok: false, message: 'Aborted' });
    expect(await waiting).toBe(2);
  });
});
