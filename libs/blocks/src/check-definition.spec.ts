import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from './check-definition.js';
import { compileWorkflow } from './compile-workflow.js';
import {
  changedDefinition,
  orderIntake,
  type Block,
  type Definition,
} from './testing/order-intake.js';

const changed = (change: (definition: Definition) => void): ReturnType<typeof checkDefinition> =>
  checkDefinition(changedDefinition(change));

const problemsOf = (check: ReturnType<typeof checkDefinition>): unknown[] =>
  check.ok ? [] : check.problems.map(({ code, blockId, field }) => ({ code, blockId, field }));

describe('checkDefinition', () => {
  it('accepts the order intake example', () => {
    expect(checkDefinition(orderIntake())).toMatchObject({
      ok: true,
      trigger: { blockId: 'hook', type: 'webhook', path: 'order-intake' },
      hasResponseBlock: true,
    });
  });

  it('gives the same hash for any order of keys', () => {
    const turned = orderIntake();
    turned.blocks = turned.blocks.map(({ id, type, name, config }) => ({ config, name, type, id }));
    const [one, two] = [checkDefinition(orderIntake()), checkDefinition(turned)];
    expect(one.ok && two.ok && one.contentHash === two.contentHash).toBe(true);
  });

  const block = (definition: Definition, index: number): Block => definition.blocks[index]!;

  it('refuses too many references and names the block', () => {
    const check = changed((d) => (block(d, 3).config['body'] = '<api.data>'.repeat(20_001)));
    expect(check.ok ? [] : check.problems[0]).toMatchObject({
      ...{ code: 'INVALID_CONFIG', blockId: 'yes' },
      message: expect.stringContaining('20000 references'),
    });
  });

  it('refuses more than two million characters and names the field', () => {
    const check = changed((d) => (block(d, 3).config['body'] = { text: 'a'.repeat(2_100_000) }));
    expect(check).toMatchObject({
      ok: false,
      problems: [{ code: 'INVALID_SHAPE', field: 'blocks[3].config.body.text' }],
    });
  });

  it('refuses too much code and names the block', () => {
    const checked = checkDefinition({
      blocks: [
        ...orderIntake().blocks.slice(0, 1),
        ...['one', 'two'].map((id) => ({
          ...{ id, name: id, type: 'function' },
          config: { code: `return "${'x'.repeat(99_000)}"` },
        })),
      ],
    });
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      { code: 'INVALID_CONFIG', blockId: 'two', message: expect.stringContaining('163840') },
    ]);
  });

  it.each([
    ['of the definition', 4, 40_000, 3, /^The definition has more than .*100,000 names and values/],
    ['of one block', 1, 60_000, 0, /^The block has more than about 33,000 names and values/],
  ])('refuses too many values %s and names the field', (_, blocks, values, last, message) => {
    const body = Array.from({ length: values }, (_, n) => n);
    const answers = Array.from({ length: blocks }, (_, n) => ({
      ...{ id: `r${n}`, name: `r${n}`, type: 'response' },
      config: { status: 200, body },
    }));
    const checked = checkDefinition({ blocks: [...orderIntake().blocks.slice(0, 1), ...answers] });
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      {
        ...{ code: 'INVALID_SHAPE', message: expect.stringMatching(message) },
        field: expect.stringMatching(`^blocks\\[${last + 1}\\]\\.config\\.body\\[\\d+\\]$`),
      },
    ]);
  });

  it('does not check the configuration of surplus triggers', () => {
    const schedule = (id: string, cron: string) => ({
      ...{ id, name: id, type: 'schedule' },
      config: { cron },
    });
    const checked = checkDefinition({
      blocks: [schedule('a', '0 0 30 2 *'), schedule('b', '0 0 30 2 *'), schedule('c', 'no')],
    });
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      { code: 'SEVERAL_TRIGGERS', blockId: 'b' },
      { code: 'SEVERAL_TRIGGERS', blockId: 'c' },
      { code: 'INVALID_CONFIG', blockId: 'a', message: 'never comes' },
    ]);
  });

  it('reports at most 100 unknown references', () => {
    const check = changed((d) => (block(d, 3).config['body'] = '<nobody.data> '.repeat(10_000)));
    expect(check.ok ? [] : check.problems).toHaveLength(100);
  });

  it.each<[string, (d: Definition) => void, object]>([
    [
      'an unknown block type',
      (d) => (block(d, 1).type = 'teleport'),
      { code: 'UNKNOWN_BLOCK_TYPE', blockId: 'call', field: 'type' },
    ],
    [
      'an edge from an unknown block',
      (d) => (d.edges[1]!.from = 'ghost'),
      { code: 'DANGLING_EDGE', blockId: 'ghost', field: 'edges[1].from' },
    ],
    [
      'an edge to an unknown block',
      (d) => (d.edges[1]!.to = 'ghost'),
      { code: 'DANGLING_EDGE', blockId: 'ghost', field: 'edges[1].to' },
    ],
    [
      'an unknown port',
      (d) => (d.edges[2]!.port = 'maybe'),
      { code: 'UNKNOWN_PORT', blockId: 'check', field: 'edges[2].port' },
    ],
    [
      'a reference to a missing block',
      (d) => (block(d, 3).config['body'] = { a: ['<nobody.data>'] }),
      { code: 'UNKNOWN_REFERENCE', blockId: 'yes', field: 'config.body.a[0]' },
    ],
    [
      'a missing block in a condition',
      (d) =>
        (block(d, 2).config['conditions'] = [
          { port: 'ok', expression: '<apj.status> > 1' },
          { port: 'else' },
        ]),
      { code: 'UNKNOWN_REFERENCE', blockId: 'check', field: 'config.conditions[0].expression' },
    ],
    [
      'an expression that is not JavaScript',
      (d) =>
        (block(d, 2).config['conditions'] = [
          { port: 'ok', expression: 'fetch("x"' },
          { port: 'else' },
        ]),
      { code: 'INVALID_CONFIG', blockId: 'check', field: 'config.conditions[0].expression' },
    ],
    [
      'a cycle',
      (d) => d.edges.push({ from: 'yes', to: 'call' }),
      { code: 'CYCLE', field: 'edges[5]' },
    ],
    [
      'two triggers',
      (d) => d.blocks.push({ id: 't2', type: 'manual', name: 'Manual', config: {} }),
      { code: 'SEVERAL_TRIGGERS', blockId: 't2', field: 'type' },
    ],
    [
      'two blocks with the same name',
      (d) => (block(d, 4).name = 'a c c epted'),
      { code: 'DUPLICATE_BLOCK_NAME', blockId: 'no', field: 'name' },
    ],
    [
      'two blocks with the same id',
      (d) => (block(d, 4).id = 'yes'),
      { code: 'DUPLICATE_BLOCK_ID', blockId: 'yes', field: 'id' },
    ],
    [
      'an empty URL',
      (d) => (block(d, 1).config['url'] = ' '),
      { code: 'INVALID_CONFIG', blockId: 'call', field: 'config.url' },
    ],
    [
      'an unknown method',
      (d) => (block(d, 1).config['method'] = 'BREW'),
      { code: 'INVALID_CONFIG', blockId: 'call', field: 'config.method' },
    ],
    [
      'a trigger path with a slash',
      (d) => (block(d, 0).config['path'] = 'a/b'),
      { code: 'INVALID_CONFIG', blockId: 'hook', field: 'config.path' },
    ],
    [
      'a response status out of range',
      (d) => (block(d, 3).config['status'] = 99),
      { code: 'INVALID_CONFIG', blockId: 'yes', field: 'config.status' },
    ],
  ])('refuses %s and names the field', (_, change, problem) => {
    expect(problemsOf(changed(change))).toContainEqual(expect.objectContaining(problem));
  });

  it('refuses a workflow without a trigger', () => {
    const check = changed((d) => {
      d.blocks.shift();
      d.edges.shift();
    });
    expect(problemsOf(check)).toContainEqual({
      code: 'NO_TRIGGER',
      blockId: null,
      field: 'blocks',
    });
  });

  it.each([null, 1, 'x', [], {}, { blocks: [] }, { blocks: [{}] }])(
    'refuses %j without an exception',
    (input) => {
      expect(checkDefinition(input).ok).toBe(false);
    },
  );
});

describe('the concurrency limit of a definition', () => {
  it('is kept with its defaults', () => {
    const checked = checkDefinition({ ...orderIntake(), concurrency: { limit: 1 } });
    expect(checked).toMatchObject({
      ok: true,
      definition: { concurrency: { limit: 1, whenFull: 'queue', maxWaitMs: 86_400_000 } },
    });
  });

  it('is refused with its field when it is invalid', () => {
    const checked = checkDefinition({
      ...orderIntake(),
      concurrency: { limit: 0, whenFull: 'drop' },
    });
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      { code: 'INVALID_SHAPE', blockId: null, field: 'concurrency.limit' },
      { code: 'INVALID_SHAPE', blockId: null, field: 'concurrency.whenFull' },
    ]);
  });
});

describe('a header that a workflow may not set', () => {
  const definition = changedDefinition((d) => {
    d.blocks[3]!.config = { headers: [{ key: 'trailer', value: 'x' }], body: 1 };
  });

  it('is refused on save with its field and the allowed headers', () => {
    const check = checkDefinition(definition);
    expect(check.ok ? [] : check.problems).toEqual([
      {
        code: 'INVALID_CONFIG',
        blockId: 'yes',
        blockName: 'Accepted',
        field: 'config.headers[0].key',
        message: expect.stringMatching(/^The header "trailer" cannot be set .*content-type.*x-\*$/),
      },
    ]);
  });

  it('still compiles in a version that was deployed with it', () => {
    const { workflow, problems } = compileWorkflow({ ...definition, variables: {} });
    expect(problems).toEqual([]);
    expect(workflow.blocks[3]).toMatchObject({ role: 'pure' });
  });
});
