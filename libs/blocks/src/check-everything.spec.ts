/** A check reports all problems in one answer, and what it can of a broken definition. */
import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from './check-definition.js';

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const hook = block('hook', 'webhook', { path: 'p' });

const problemsOf = (blocks: unknown, edges: unknown = []): string[] => {
  const check = checkDefinition({ blocks, edges });
  if (check.ok) return [];
  return check.problems.map(({ blockId, field, message }) => `${blockId} ${field}: ${message}`);
};

describe('the problems of a definition', () => {
  it('come at once from configuration, references and edges', () => {
    const api = block('call', 'api', { url: '<hok.body>', method: 'GETT' });
    expect(problemsOf([hook, api], [{ from: 'hook', to: 'call', port: 'done' }])).toEqual([
      expect.stringMatching(/^call config.method: must be "GET".*did you mean "GET"\?$/),
      'hook edges[0].port: The block has no port "done"; it has out',
      'call config.url: <hok.body> refers to an unknown block; did you mean "hook"? (column 1)',
    ]);
  });

  it('come at once from wrong fields and a forgotten path parameter or a refused header', () => {
    const url = 'https://shop.test/orders/:id';
    const header = { key: 'x-accel-redirect', value: 'b' };
    const answer = { status: 99, headers: [{ key: 'x-a', value: 'b' }, header] };
    const blocks = [
      hook,
      block('call', 'api', { url, method: 'GETT' }),
      block('end', 'response', answer),
    ];
    expect(problemsOf(blocks)).toEqual([
      expect.stringMatching(/^call config.method: must be "GET"/),
      'call config.url: The path parameter ":id" has no value. Add "id" to "pathParams"',
      'end config.status: must be at least 200',
      expect.stringMatching(/^end config.headers\[1\].key: /),
    ]);
    // A field that is wrong itself is told once.
    expect(problemsOf([hook, block('call', 'api', { url, pathParams: 'id=1' })])).toEqual([
      'call config.pathParams: must be an object, not a text',
    ]);
  });

  it('come at once from a wrong shape and everything else', () => {
    const found = problemsOf(
      [
        { ...hook, position: { x: 1 } },
        { id: 'a', type: 'api', config: { url: '<hok.body>' } },
        { type: 'response', name: 'R', config: { status: 99 } },
      ],
      [{ source: 'hook', target: 'b' }],
    );
    expect(found).toEqual([
      'hook blocks[0].position: is an unknown field; known: id, type, name, config',
      'a blocks[1].name: is required; it must be a text',
      'null blocks[2].id: is required; it must be a text',
      'null edges[0].source: is an unknown field; did you mean "from"?',
      'null edges[0].target: is an unknown field; did you mean "to"?',
      'null blocks[2].config.status: must be at least 200',
      'b edges[0].to: No block has the id "b"',
      'a config.url: <hok.body> refers to an unknown block; did you mean "hook"? (column 1)',
    ]);
  });

  it('come at once from several expressions of one block', () => {
    const conditions = [
      { port: 'a', expression: '1 +' },
      { port: 'b', expression: '<hok.body>' },
      { port: 'c', expression: 'fetch(' },
    ];
    expect(problemsOf([hook, block('if', 'condition', { conditions })])).toEqual([
      expect.stringContaining('if config.conditions[0].expression: not a JavaScript expression'),
      expect.stringContaining('if config.conditions[2].expression: not'),
      expect.stringContaining(
        'if config.conditions[1].expression: <hok.body> refers to an unknown',
      ),
    ]);
  });

  it('include every cycle, with the edge that closes it', () => {
    const wait = (id: string) => block(id, 'wait', { durationMs: 1 });
    const found = problemsOf(
      [hook, wait('a'), wait('b'), wait('c'), wait('d')],
      ['hook a', 'a b', 'b a', 'b c', 'c d', 'd c'].map((edge) => {
        const [from, to] = edge.split(' ');
        return { from, to };
      }),
    );
    expect(found).toEqual([
      expect.stringMatching(/^a edges\[2\]: .*: a -> b -> a\. .*loop block/),
      expect.stringMatching(/^c edges\[5\]: .*: c -> d -> c\. .*loop block/),
    ]);
  });

  it('name the block, the length of the reference and the nearest name', () => {
    const check = checkDefinition({
      blocks: [hook, block('r', 'response', { body: 'x <hok>.<hok.a>' })],
    });
    expect(check.ok ? [] : check.problems).toEqual([
      {
        code: 'UNKNOWN_REFERENCE',
        ...{ blockId: 'r', blockName: 'r', field: 'config.body' },
        message: '<hok.a> refers to an unknown block; did you mean "hook"? (column 9)',
        ...{ line: 1, column: 9, length: 7, suggestion: 'hook' },
      },
    ]);
  });

  it('say that an argument of a tool needs an agent, and that an iteration needs a body', () => {
    const api = block('call', 'api', { url: 'https://x.example/<tool.id>/<loop.index>' });
    expect(problemsOf([hook, api])).toEqual([
      expect.stringContaining('no agent uses this block as one. Name this block in the "tools"'),
      expect.stringContaining('<loop.index> has a value only in the body of a loop'),
    ]);
  });

  it('say what to do about a second trigger', () => {
    expect(problemsOf([hook, block('m', 'manual')])).toEqual([
      expect.stringMatching(/^m type: The workflow already has a trigger: "hook". Remove one/),
    ]);
  });

  it.each([
    [null, 'null definition: must be an object with the fields "blocks" and "edges"'],
    ['x', 'null definition: must be an object with the fields "blocks" and "edges"'],
    [{}, 'null blocks: is required; it must be a list'],
    [{ nodes: [] }, 'null nodes: is an unknown field; did you mean "blocks"?'],
  ])('name a place for %j', (input, problem) => {
    const check = checkDefinition(input);
    const found = check.ok ? [] : check.problems;
    expect(found.map(({ blockId, field, message }) => `${blockId} ${field}: ${message}`)).toContain(
      problem,
    );
  });

  it('are at most 300', () => {
    const edges = Array.from({ length: 5_000 }, () => ({ from: 'x', to: 'y' }));
    expect(problemsOf([hook], edges)).toHaveLength(300);
  });

  it('of a draft with a right shape leave it storable', () => {
    const check = checkDefinition({ blocks: [hook, block('a', 'api')], edges: [] });
    expect(check).toMatchObject({ ok: false, definition: { blocks: [{}, {}], variables: {} } });
    expect(checkDefinition({ blocks: [{}] })).toMatchObject({ ok: false, definition: null });
  });

  it('do not include the address of a schema, which is not part of the definition', () => {
    const bare = { blocks: [hook], edges: [] };
    const [one, other] = [bare, { $schema: 'x.json', ...bare }].map(checkDefinition);
    expect(one).toEqual(other);
    expect(one?.ok).toBe(true);
  });
});

describe('the facts about blocks', () => {
  const check = checkDefinition({
    blocks: [
      hook,
      block('each', 'loop', { type: 'forEach', items: '<hook.body.items>' }),
      block('set', 'variables', { values: { total: 'Number <loop.index> <variable.total>' } }),
      block('route', 'condition', {
        conditions: [{ port: 'a', expression: 'Math.max(<set.total>)' }],
      }),
      block('call', 'api', {
        url: 'https://shop.example',
        headers: [{ key: 'a', value: '{{KEY}}' }],
      }),
    ],
    edges: [
      { from: 'hook', to: 'each' },
      { from: 'each', to: 'set', port: 'each' },
      { from: 'set', to: 'route' },
      { from: 'route', to: 'call', port: 'a' },
    ],
    variables: { total: 0 },
  });
  const facts = check.blocks;

  it('tell ports, outputs, containers and assigned variables', () => {
    expect(check.ok).toBe(true);
    expect(facts.get('hook')).toMatchObject({
      ports: ['out'],
      openOutputs: false,
      container: null,
    });
    expect(facts.get('set')).toMatchObject({
      ports: ['out', 'error'],
      outputs: ['total', 'error'],
      assigns: ['total'],
      container: 'each',
    });
    expect(facts.get('route')).toMatchObject({ ports: ['a', 'error'], container: 'each' });
  });

  it('tell each reference once, with its position', () => {
    const [field, line] = ['config.values.total', 1];
    expect(facts.get('set')?.references).toEqual([
      { kind: 'iteration', to: 'loop', path: ['index'], field, line, column: 8, length: 12 },
      { kind: 'variable', to: 'total', path: [], field, line, column: 21, length: 16 },
    ]);
    expect(facts.get('call')?.references).toEqual([
      {
        ...{ kind: 'secret', to: 'KEY', path: [], field: 'config.headers[0].value' },
        ...{ line, column: 1, length: 7 },
      },
    ]);
    expect(facts.get('route')?.references).toMatchObject([
      { to: 'set', path: ['total'], column: 10 },
    ]);
  });
});
