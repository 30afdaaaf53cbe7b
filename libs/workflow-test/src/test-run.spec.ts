import { describe, expect, it } from '@jest/globals';
import { checkDefinition, compileWorkflow } from '@libs/blocks';
import type { Sandbox } from '@libs/sandbox';
import { TestSetupError } from './mocked-outcome.js';
import { runTest, type TestRun } from './test-run.js';
import { pathOf, unmetOf } from './unmet.js';
import { readTests } from './workflow-test.js';

const noSandbox: Sandbox = {
  run: () => Promise.reject(new Error('no code runs here')),
  close: () => Promise.resolve(),
};

const block = (id: string, type: string, config: object = {}): object => ({
  ...{ id, type, config },
  name: id.toUpperCase(),
});

const definition = {
  blocks: [
    block('hook', 'webhook', { path: 'x' }),
    block('call', 'api', { url: '<env.SHOP>/orders/<hook.body.id>' }),
    block('pause', 'wait', { durationMs: 86_400_000 }),
    block('each', 'loop', { type: 'forEach', items: '<call.data.items>' }),
    block('one', 'api', { url: '<env.SHOP>/items/<loop.currentItem>' }),
    block('fine', 'response', { body: { at: '<pause.resumedAt>', all: '<each.results>' } }),
    block('bad', 'response', { status: 502, body: { why: '<call.error.code>', key: '{{KEY}}' } }),
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'pause' },
    { from: 'call', port: 'error', to: 'bad' },
    { from: 'pause', to: 'each' },
    { from: 'each', port: 'each', to: 'one' },
    { from: 'each', to: 'fine' },
  ],
};

function compiled(given: object = definition) {
  const checked = checkDefinition(given);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const { definition } = checked;
  return { definition, workflow: compileWorkflow(definition).workflow };
}

async function run(
  test: object,
  given?: object,
  sandbox = noSandbox,
): Promise<{ run: TestRun; unmet: object[] }> {
  const { definition, workflow } = compiled(given);
  const { tests, problems } = readTests([{ name: 'a test', ...test }], definition);
  expect(problems).toEqual([]);
  const ran = await runTest(workflow, tests[0]!, sandbox);
  return { run: ran, unmet: unmetOf(tests[0]!.expect, ran) };
}

const problemsOf = (test: object): string[] =>
  readTests([{ name: 'a test', ...test }], compiled().definition).problems.map(
    ({ field, message }) => `${field}: ${message}`,
  );

const mocks = {
  call: { output: { data: { items: [1, 2] } } },
  one: { each: [{ output: { data: 'a' } }, { output: { data: 'b' } }] },
};

describe('a test of a workflow', () => {
  it('runs the blocks with mocked outputs, and time passes at once', async () => {
    const { run: ran, unmet } = await run({
      now: '2026-03-01T08:00:00Z',
      mocks,
      expect: {
        response: { status: 200, body: { at: '2026-03-02T08:00:00.000Z' } },
        blocks: { each: { results: [{ data: 'a', status: 200 }, { data: 'b' }] } },
        path: ['hook', 'call', 'pause', 'one', 'each', 'fine'],
      },
    });
    expect(unmet).toEqual([]);
    expect(ran.ending.status).toBe('success');
  });

  it('names what it expected and what it got', async () => {
    const { unmet } = await run({
      mocks,
      expect: { response: { status: 201 }, path: ['hook', 'call', 'bad'] },
    });
    expect(unmet).toMatchObject([
      { field: 'response.status', expected: 201, got: 200 },
      { field: 'path', expected: ['hook', 'call', 'bad'] },
    ]);
  });

  it('takes the error edge of a mocked failure, and a missing secret fails the run', async () => {
    const failing = { call: { output: { status: 503 } } };
    const withSecret = await run({ mocks: failing, secrets: { KEY: 'hidden-value' } });
    expect(pathOf(withSecret.run)).toEqual(['hook', 'call', 'bad']);
    expect(withSecret.run.ending.response?.body).toBe('{"why":"HTTP_STATUS","key":"***"}');
    const without = await run({ mocks: failing, expect: { error: { code: 'UNKNOWN_SECRET' } } });
    expect(without.unmet).toEqual([]);
  });

  it('fails a block whose result shows a secret, as a runner does', async () => {
    const given = {
      blocks: [block('hook', 'manual'), block('sign', 'function', { code: 'return f({{KEY}})' })],
      edges: [{ from: 'hook', to: 'sign' }],
    };
    const ran = { ok: true, valueText: '"Bearer hidden-value"', console: [] } as const;
    const sandbox = { ...noSandbox, run: () => Promise.resolve(ran) };
    const secrets = { KEY: 'hidden-value' };
    const { unmet, run: failed } = await run(
      { secrets, expect: { error: { code: 'SECRET_IN_OUTPUT' } } },
      given,
      sandbox,
    );
    expect(unmet).toEqual([]);
    expect(failed.ending.error?.message).toContain('"KEY"');
  });

  it('refuses to touch the outside, and says which mock is missing', async () => {
    const running = run({ mocks: { call: mocks.call } });
    await expect(running).rejects.toThrow(TestSetupError);
    await expect(run({})).rejects.toThrow(
      'the block "CALL" (api) acts on the outside world: add what it gives as mocks.call',
    );
    await expect(run({ mocks: { ...mocks, one: { each: [{}] } } })).rejects.toThrow(
      'the block "one" runs more often than mocks.one.each has entries (1)',
    );
  });

  it('ends a loop that goes on for too long', async () => {
    const blocks = [
      block('hook', 'manual'),
      block('a', 'loop', { type: 'count', count: 1_000 }),
      block('b', 'loop', { type: 'count', count: 1_000 }),
      block('v', 'variables', { values: { x: 1 } }),
    ];
    const edges = [
      { from: 'hook', to: 'a' },
      { from: 'a', port: 'each', to: 'b' },
      { from: 'b', port: 'each', to: 'v' },
    ];
    await expect(run({}, { blocks, edges })).rejects.toThrow('more than 20000 blocks ran');
    const { workflow } = compiled({ blocks, edges });
    const { tests } = readTests([{ name: 'a test' }], null);
    const limits = { longestMs: 0, maxBlockRuns: 20_000 };
    await expect(runTest(workflow, tests[0]!, noSandbox, limits)).rejects.toThrow(
      'the test runs for more than 0 s',
    );
  });

  it.each([
    [{ mock: {} }, 'tests[0]: there is no field "mock"; there are name, input,'],
    [{ mocks: { cal: {} } }, 'tests[0].mocks.cal: there is no block with the id "cal"; did you'],
    [{ mocks: { hook: {} } }, 'tests[0].mocks.hook: a trigger is not mocked'],
    [{ mocks: { each: {} } }, 'tests[0].mocks.each: a loop always runs'],
    [{ mocks: { call: { each: [], output: 1 } } }, 'tests[0].mocks.call.each: must not be empty'],
    [{ expect: { path: ['nope'] } }, 'tests[0].expect.path[0]: there is no block with the id'],
    [{ expect: { status: 'fine' } }, 'tests[0].expect.status: must be "success" or "error"'],
    [{ name: 5 }, 'tests[0].name: must be a text: the name of the test'],
    [{ now: 'tomorrow' }, 'tests[0].now: must be a time like 2026-01-31T08:00:00Z'],
  ])('refuses %j by its place', (test, message) => {
    expect(problemsOf(test).join('\n')).toContain(message);
  });
});
