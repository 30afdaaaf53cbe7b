/** What a check warns of: legal, and surely not what its author meant. */
import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from './check-definition.js';

interface TestBlock {
  readonly id: string;
  readonly type: string;
  readonly config?: object;
  readonly name?: string;
}
const hook = { id: 'hook', type: 'webhook', config: { path: 'p' } };
const answer = (body: unknown, id = 'r'): TestBlock => ({ id, type: 'response', config: { body } });
const set = (id: string, value: unknown = 1): TestBlock => ({
  ...{ id, type: 'variables' },
  config: { values: { x: value } },
});

/** @param edges `from to`, or `from port to` */
function warningsOf(blocks: readonly TestBlock[], edges: readonly string[]): string[] {
  const check = checkDefinition({
    blocks: [hook, ...blocks].map((block) => ({ name: block.id, config: {}, ...block })),
    edges: edges.map((edge) => {
      const [from, to, last] = edge.split(' ');
      return last === undefined ? { from, to } : { from, port: to, to: last };
    }),
    variables: { x: 1 },
  });
  expect(check.ok ? [] : check.problems).toEqual([]);
  return check.warnings.map(
    ({ code, blockId, field, column, message }) =>
      `${code} ${blockId} ${field}${column === undefined ? '' : `:${column}`}: ${message}`,
  );
}
const starting = (...texts: string[]) => texts.map((text) => expect.stringContaining(text));

describe('a reference that is always null', () => {
  it('is warned of when its block runs later', () => {
    const found = warningsOf([set('a', 'x <b.x>'), set('b', '<a.x>')], ['hook a', 'a b']);
    expect(found).toEqual(starting('REFERENCE_TO_LATER_BLOCK a config.values.x:3: "b" runs after'));
  });

  it('is warned of when no path leads from its block, or its block is the same', () => {
    const found = warningsOf([set('a', '<a.x>'), set('b', '<a.x>')], ['hook a', 'hook b']);
    expect(found).toEqual(
      starting('a config.values.x:1: The block refers to its own', 'b config.values.x:1: No path'),
    );
  });

  it('is warned of when it leads into a body from outside', () => {
    const loop = { id: 'each', type: 'loop', config: { type: 'count', count: 2 } };
    const found = warningsOf(
      [loop, set('in', '<each.index>'), set('out', '<in.x> <each.results>')],
      ['hook each', 'each each in', 'each out out'],
    );
    expect(found).toEqual(
      starting('REFERENCE_INTO_BODY out config.values.x:1: "in" is in the body'),
    );
  });

  it('is not warned of in a condition that sees the iteration before', () => {
    const loop = { id: 'poll', type: 'loop', config: { type: 'while', condition: '<in.x> !== 2' } };
    expect(warningsOf([loop, set('in')], ['hook poll', 'poll each in'])).toEqual([]);
  });

  it('is not warned of for the address of a later approval', () => {
    const ask = { id: 'ask', type: 'approval' };
    expect(warningsOf([set('a', '<ask.resumeUrl>'), ask], ['hook a', 'a ask'])).toEqual([]);
  });

  it('is judged for a tool by the agents that use it', () => {
    const agent = {
      ...{ id: 'agent', type: 'agent' },
      config: {
        ...{ model: 'm', apiKey: '{{K}}', userPrompt: 'x' },
        tools: [{ block: 'shop', description: 'd' }],
      },
    };
    const tool = (url: string) => ({ id: 'tool', name: 'Shop', type: 'api', config: { url } });
    const edges = ['hook a', 'a agent', 'agent b'];
    const url = 'https://x.example/<tool.id>';
    expect(warningsOf([set('a'), agent, set('b'), tool(`${url}/<a.x>`)], edges)).toEqual([]);
    expect(
      warningsOf([set('a'), agent, set('b', '<shop.data>'), tool(`${url}/<b.x>`)], edges),
    ).toEqual(
      starting('b config.values.x:1: "Shop" is a tool, whose', 'tool config.url:29: No path leads'),
    );
  });
});

describe('a block', () => {
  it('that nothing leads to is warned of, a note is not', () => {
    const found = warningsOf([set('a'), set('b'), { id: 'n', type: 'note' }], ['hook a']);
    expect(found).toEqual(starting('UNREACHABLE_BLOCK b id: Nothing leads'));
  });

  it.each(['variable', 'Loop', 'parallel', 'env', 'tool'])('named %s is warned of', (name) => {
    expect(warningsOf([{ ...set('a'), name }], ['hook a'])).toEqual(
      starting(`HIDDEN_NAME a name: The name "${name}" has another meaning`),
    );
  });

  it('named like its type is not, because both mean the same', () => {
    const loop = { id: 'each', type: 'loop', name: 'Loop', config: { type: 'count', count: 2 } };
    expect(warningsOf([loop], ['hook each'])).toEqual([]);
  });
});

describe('a text that looks like a reference', () => {
  it.each([
    ['<hook.body.o.é>', 'Write others in brackets'],
    ['<hook.body.list[-1]>', 'Indexes count from 0'],
    ['a\\\\<hook.body>', 'The backslash before <hook.body>'],
  ])('is warned of: %s', (body, advice) => {
    const found = warningsOf([answer(body)], ['hook r']);
    expect(found).toEqual(starting('NOT_A_REFERENCE r config.body'));
    expect(found).toEqual(starting(advice));
  });

  it.each(['<hook.body["é"]>', '\\<hook.body>', '<b>', 'a <hook.length', '<p class="x">'])(
    'is not warned of when it is meant so: %s',
    (body) => {
      expect(warningsOf([answer(body)], ['hook r'])).toEqual([]);
    },
  );
});

describe('a time to wait until', () => {
  const wait = (config: object): string[] =>
    warningsOf([{ id: 'w', type: 'wait', config }], ['hook w']);

  it('is warned of without a zone, and when it is no time', () => {
    expect(wait({ until: '2027-01-01T00:00:00' })).toEqual(
      starting('INVALID_TIME w config.until: has no zone; write "2027-01-01T00:00:00Z"'),
    );
    expect(wait({ until: 'tomorrow' })).toEqual(starting('INVALID_TIME w config.until: is no'));
    expect(wait({ durationMs: '5s' })).toEqual(starting('INVALID_TIME w config.durationMs: is no'));
  });

  it('is not warned of when a run decides it', () => {
    expect(wait({ until: '<hook.body.at>' })).toEqual([]);
    expect(wait({ until: '2027-01-01T00:00:00+01:00' })).toEqual([]);
    expect(wait({ durationMs: '<hook.body.ms>' })).toEqual([]);
    expect(wait({ durationMs: '5000' })).toEqual([]);
  });
});

describe('a path parameter that the URL does not have', () => {
  it('is warned of', () => {
    const api = (url: string) => ({ id: 'a', type: 'api', config: { url, pathParams: { id: 1 } } });
    expect(warningsOf([api('https://x.example/orders')], ['hook a'])).toEqual(
      starting('UNUSED_PATH_PARAM a config.pathParams.id: The URL has no segment ":id"'),
    );
    expect(warningsOf([api('<variable.x>/orders')], ['hook a'])).toEqual([]);
  });
});
