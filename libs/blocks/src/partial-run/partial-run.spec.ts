import { describe, expect, it } from '@jest/globals';
import type { WorkflowDefinition } from '@libs/workflow';
import { compileWorkflow } from '../compile-workflow.js';
import { partialRun, type PartialRun, type PartialRunRequest } from './partial-run.js';

const block = (id: string, type: string, config: object = {}) => ({ id, type, name: id, config });
const call = (id: string) => block(id, 'api', { method: 'GET', url: 'https://shop.example' });
const broken = (id: string) => block(id, 'api', { method: 'GETT' });
const values = (id: string, config: object = { a: 1 }) =>
  block(id, 'variables', { values: config });
const start = block('start', 'manual');
const port = (text: string): { from: string; to: string; port?: string } => {
  const [from = '', by = '', to = ''] = text.includes('-')
    ? text.split(/-([a-z]*)>/)
    : [text, '', ''];
  return by === '' ? { from, to } : { from, to, port: by };
};
const draft = (blocks: readonly object[], ...edges: string[]): WorkflowDefinition =>
  ({ blocks: [start, ...blocks], edges: edges.map(port), variables: {} }) as WorkflowDefinition;

const nothing = { pinned: {}, toBlockId: null, onlyBlockId: null };
const plan = (definition: WorkflowDefinition, request: Partial<PartialRunRequest>): PartialRun => {
  const run = partialRun(definition, { ...nothing, ...request });
  if (!run.ok) throw new Error(JSON.stringify(run.refused));
  return run;
};
const reached = (definition: WorkflowDefinition, request: Partial<PartialRunRequest> = {}) =>
  [...plan(definition, request).reached].sort();
const edgesOf = ({ definition }: PartialRun): string[] =>
  definition.edges.map(({ from, to, port: by = '' }) => `${from}-${by}>${to}`).sort();
const refusal = (definition: WorkflowDefinition, request: Partial<PartialRunRequest>): string => {
  const run = partialRun(definition, { ...nothing, ...request });
  return run.ok ? '' : run.refused.map(({ field, message }) => `${field}: ${message}`).join('\n');
};

const loop = block('loop', 'loop', { type: 'count', count: 2 });
const choice = block('choice', 'condition', {
  conditions: [{ port: 'yes', expression: 'true' }, { port: 'no' }],
});

describe('a whole run of a draft', () => {
  it('reaches what the trigger leads to, and keeps the definition as it is', () => {
    const definition = draft([values('a'), values('b'), values('alone')], 'start->a', 'a->b');
    expect(reached(definition)).toEqual(['a', 'b', 'start']);
    expect(plan(definition, {}).definition).toEqual(definition);
  });

  it('reaches the tools of an agent', () => {
    const config = {
      provider: 'openai',
      model: 'm',
      apiKey: 'k',
      userPrompt: 'p',
      tools: [{ block: 'Tool', description: 'd' }],
    };
    const agent = block('agent', 'agent', config);
    const tool = { ...broken('t'), name: 'Tool' };
    const { reached: found } = plan(draft([agent, tool], 'start->agent'), {});
    expect(found.has('t')).toBe(true);
  });

  it('does not reach a pinned block, nor what follows its other ports', () => {
    const definition = draft(
      [choice, values('a'), broken('b')],
      'start->choice',
      'choice-yes>a',
      'choice-no>b',
    );
    const pinned = { choice: { port: 'yes' } };
    expect(reached(definition, { pinned })).toEqual(['a', 'start']);
    expect(plan(definition, { pinned }).pinned).toEqual([
      { blockId: 'choice', ports: ['yes'], output: { port: 'yes' } },
    ]);
  });

  it('does not enter the body of a pinned loop', () => {
    const definition = draft(
      [loop, broken('in'), values('b')],
      'start->loop',
      'loop-each>in',
      'loop->b',
    );
    expect(reached(definition, { pinned: { loop: { results: [] } } })).toEqual(['b', 'start']);
  });

  it('compiles although blocks that it does not reach are broken', () => {
    const definition = draft(
      [values('a', { x: '<c.data>' }), broken('c'), block('d', 'nonsense'), block('e', 'webhook')],
      'start->a',
      'c->d',
    );
    const { definition: run } = plan(definition, {});
    expect(compileWorkflow(run).problems).toEqual([]);
  });

  it('takes the reached one of two blocks with a name', () => {
    const other = { ...values('z'), name: 'a' };
    const { definition } = plan(draft([values('a'), other], 'start->a'), {});
    expect(definition.blocks.map(({ id }) => id)).toEqual(['start', 'a']);
  });

  it('ends although blocks form a cycle', () => {
    const definition = draft([values('a'), values('b')], 'start->a', 'a->b', 'b->a');
    expect(reached(definition)).toEqual(['a', 'b', 'start']);
    expect(reached(definition, { toBlockId: 'a' })).toEqual(['a', 'b', 'start']);
  });
});

describe('a run up to a block', () => {
  const line = draft(
    [values('a'), values('b'), values('c'), values('side')],
    'start->a',
    'a->b',
    'b->c',
    'a->side',
  );

  it('runs what leads to the block, and nothing after or beside it', () => {
    const run = plan(line, { toBlockId: 'b' });
    expect([...run.reached].sort()).toEqual(['a', 'b', 'start']);
    expect(edgesOf(run)).toEqual(['a->b', 'start->a']);
  });

  it('runs nothing before a pinned block', () => {
    const run = plan(line, { toBlockId: 'c', pinned: { b: 1 } });
    expect([...run.reached].sort()).toEqual(['c', 'start']);
    expect(edgesOf(run)).toEqual(['b->c', 'start->b']);
  });

  it('runs the whole body of a loop before the block, and a part of the one around it', () => {
    const definition = draft(
      [loop, values('in'), values('last'), values('b')],
      'start->loop',
      'loop-each>in',
      'in->last',
      'loop->b',
    );
    expect(reached(definition, { toBlockId: 'b' })).toEqual(['b', 'in', 'last', 'loop', 'start']);
    expect(reached(definition, { toBlockId: 'loop' })).toEqual(['in', 'last', 'loop', 'start']);
    expect(reached(definition, { toBlockId: 'in' })).toEqual(['in', 'loop', 'start']);
  });

  it('still leaves a block by an error edge that leads away', () => {
    const definition = draft(
      [call('a'), values('b'), values('h')],
      'start->a',
      'a->b',
      'a-error>h',
    );
    const run = plan(definition, { toBlockId: 'b' });
    expect(edgesOf(run)).toEqual(['a->b', 'a-error>not-run-1', 'start->a']);
    expect(run.reached.has('h')).toBe(false);
    expect(edgesOf(plan(definition, { toBlockId: 'a' }))).toEqual(['start->a']);
  });

  it('ignores a branch that no trigger leads to', () => {
    const definition = draft([values('a'), broken('orphan')], 'start->a', 'orphan->a');
    expect(reached(definition, { toBlockId: 'a' })).toEqual(['a', 'start']);
  });
});

describe('a run of one block', () => {
  it('starts the block at once and keeps pinned outputs out of the output', () => {
    const definition = draft(
      [values('a'), choice, values('c')],
      'start->a',
      'a->choice',
      'choice-no>c',
    );
    const run = plan(definition, { onlyBlockId: 'c', pinned: { a: 1, choice: { port: 'no' } } });
    expect([...run.reached].sort()).toEqual(['c', 'start']);
    expect(edgesOf(run)).toEqual([
      'a-out>c',
      'choice-no>c',
      'start->a',
      'start->c',
      'start->choice',
    ]);
  });

  it('runs a loop with its body', () => {
    const definition = draft(
      [values('a'), loop, values('in')],
      'start->a',
      'a->loop',
      'loop-each>in',
    );
    expect(reached(definition, { onlyBlockId: 'loop' })).toEqual(['in', 'loop', 'start']);
  });
});

describe('a request for a part of a draft', () => {
  const definition = draft(
    [loop, values('in'), choice, values('far'), block('note', 'note'), block('r', 'response')],
    'start->loop',
    'loop-each>in',
    'loop->choice',
    'choice-no>r',
  );

  it.each<[string, Partial<PartialRunRequest>, string]>([
    ['an unknown block', { toBlockId: 'x' }, 'toBlockId: The draft has no block with the id "x"'],
    ['two ends', { toBlockId: 'in', onlyBlockId: 'in' }, 'not both'],
    ['the trigger', { onlyBlockId: 'start' }, 'onlyBlockId: The block "start" is a trigger'],
    ['a note', { toBlockId: 'note' }, 'never runs'],
    ['a block in a body alone', { onlyBlockId: 'in' }, 'Run "loop" alone'],
    ['a block in a pinned body', { toBlockId: 'in', pinned: { loop: 1 } }, 'Remove "loop"'],
    ['a pinned end', { toBlockId: 'loop', pinned: { loop: 1 } }, 'does not run'],
    ['a block off the path', { toBlockId: 'far' }, 'No path leads from the trigger'],
    ['an unknown pinned block', { pinned: { lop: 1 } }, 'pinned.lop: The draft has no block'],
    ['a pinned misspelt block', { pinned: { lop: 1 } }, 'did you mean "loop"?'],
    ['a pinned trigger', { pinned: { start: 1 } }, 'Give its output as "input"'],
    ['a pinned note', { pinned: { note: 1 } }, 'has no output'],
    ['a pinned answer', { pinned: { r: 1 } }, 'Pin what it reads'],
    ['a pinned block in a body', { pinned: { in: 1 } }, 'Pin "loop" instead'],
    ['a condition without its port', { pinned: { choice: 1 } }, '"yes", "no" or null'],
    ['a condition with another port', { pinned: { choice: { port: 'x' } } }, '"yes", "no" or null'],
  ])('is refused for %s', (_, request, message) => {
    expect(refusal(definition, request)).toContain(message);
  });
});
