/** Author code in function, condition and router blocks, in the real sandbox. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSandbox, type Sandbox } from '@libs/sandbox';
import { type BlockRun, runBlock } from '../testing/run-block.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ maxThreads: 1 });
});
afterAll(() => sandbox.close());

const run = (
  type: string,
  config: object,
  outputs: Readonly<Record<string, unknown>> = {},
): Promise<BlockRun> =>
  runBlock(type, config, { outputs, secrets: { KEY: 's3cret' }, context: { sandbox } });
const resultOf = async (code: string, outputs = {}): Promise<unknown> =>
  ((await run('function', { code }, outputs)).output as { result: unknown }).result;

describe('the function block', () => {
  it('gives code its references and secrets as typed values', async () => {
    const code = `const { items } = <api.data>;
return { count: items.length, first: items[0], none: <api.missing>, key: {{KEY}}.length };`;
    expect(await resultOf(code, { api: { data: { items: [{ n: 1 }] } } })).toEqual({
      count: 1,
      first: { n: 1 },
      none: null,
      key: 6,
    });
  });

  it('never runs the output of another block as code', async () => {
    const evil = '"); throw new Error("injected"); ("';
    expect(await resultOf('return <in.text> + `${<in.text>}`', { in: { text: evil } })).toBe(
      evil + evil,
    );
  });

  it('leaves comparisons and markup in code unchanged', async () => {
    expect(await resultOf('const b = 1, a = 0; return a<b ? "<b>x</b>" : 2')).toBe('<b>x</b>');
  });

  it('fails with the thrown error and keeps the console output', async () => {
    const failed = await run('function', { code: 'console.log("seen"); null.x' });
    expect(failed).toMatchObject({
      error: { code: 'FUNCTION_FAILED', message: expect.stringContaining('TypeError') },
      tolerable: false,
      output: { result: null, console: [{ level: 'log', text: 'seen' }] },
    });
  });

  it.each([
    ['null.foo', 'line 1, column 5'],
    ['const a = <in.text>;\n  return a + <in.none>.foo', 'line 2, column 23'],
    ['const f = (x) => x.y;\nreturn [1].map(() => f({{\n KEY }}, null.z))', 'line 3, column 14'],
    ['new URL("?")', 'line 1, column 8'],
  ])('names the line and column where the code threw: %j', async (code, place) => {
    const { error } = await run('function', { code }, { in: { text: 'some text', none: null } });
    expect(error?.message).toContain(`(${place})`);
  });

  it('ends code at its time limit', async () => {
    const code = 'for (;;) {}';
    const { error } = await run('function', { code, timeoutMs: 20 });
    expect(error?.code).toBe('FUNCTION_TIMEOUT');
  });

  it.each([
    ['return (', 'code: not JavaScript: Unexpected token (column 9)'],
    ['return 1 }', 'code: not JavaScript: Unexpected token (column 10)'],
    [
      'return 1;\nreturn <in.text> + "a <in.text>"',
      'code: a reference must not be inside quotes; write "text" + <block.field> (line 2, column 23)',
    ],
    ['return `a <in.text>`', 'code: a reference must not be inside quotes'],
  ])('refuses %j on save', async (code, message) => {
    await expect(run('function', { code }, { in: {} })).rejects.toThrow(message);
  });
});

describe('expressions that need the sandbox', () => {
  it.each([
    ['<in.list>.filter((n) => n > 1).length === 2', 'yes'],
    ['/^a+$/.test(<in.text>)', 'yes'],
    ['Math.max(...<in.list>) > 3', 'else'],
  ])('choose the port: %s', async (expression, port) => {
    const conditions = [
      { port: 'no', expression: 'false' },
      { port: 'yes', expression },
      { port: 'else' },
    ];
    const { ports } = await run(
      'condition',
      { conditions },
      { in: { list: [1, 2, 3], text: 'aa' } },
    );
    expect(ports).toEqual([port]);
  });

  it('fail the block when they throw, and are refused on save when invalid', async () => {
    const broken = { conditions: [{ port: 'a', expression: 'nothing.here' }] };
    expect((await run('condition', broken)).error?.code).toBe('FUNCTION_FAILED');
    for (const expression of ['new Date(', 'new Date(); 2', '1 +', 'x => "<in.a>"']) {
      const conditions = [{ port: 'a', expression }];
      await expect(run('condition', { conditions }, { in: {} })).rejects.toThrow(
        'conditions[0].expression',
      );
    }
  });

  it('choose the port of a router', async () => {
    const routes = [
      { port: 'small', expression: '<in.list>.every((n) => n < 3)' },
      { port: 'large', expression: '<in.list>.some((n) => n >= 3)' },
    ];
    expect((await run('router', { routes }, { in: { list: [1, 3] } })).ports).toEqual(['large']);
  });
});
