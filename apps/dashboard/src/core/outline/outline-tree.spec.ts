import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chanceFrom } from '../edit/testing/chance.js';
import { draft } from '../edit/testing/draft.js';
import { definitionText } from '../edit/testing/random-definition.js';
import { readDefinition } from '../edit/text/read-definition.js';
import { type DrawnDefinition, workflowGraph } from '../workflow-graph/workflow-graph.js';
import { type OutlineNode, outlineTree } from './outline-tree.js';

const types: Readonly<Record<string, string>> = { l: 'loop', m: 'parallel', hook: 'webhook' };

/** `a > b, a no> c, l each> d`; `x` alone stands without edges. */
function drawn(text: string): DrawnDefinition {
  const parts = text.split(', ');
  const edges = parts.flatMap((part) => {
    const [, from = '', port = '', to = ''] = /^(\w+) (\w*)> (\w+)$/.exec(part) ?? [];
    return to === '' ? [] : [{ from, to, ...(port !== '' && { port }) }];
  });
  const ids = [...new Set([...parts.flatMap((part) => part.split(/ \w*> /))])];
  return {
    blocks: ids.map((id) => ({ id, type: types[id] ?? 'api', name: id, config: {} })),
    edges,
  };
}

const written = (nodes: readonly OutlineNode[], depth = 0): string[] =>
  nodes.flatMap(({ block, arms, children }) => [
    '.'.repeat(depth) + [...arms, block.id].join(': '),
    ...written(children, depth + 1),
  ]);

const outline = (text: string): string =>
  written(outlineTree(workflowGraph(drawn(text)))).join(' ');

const idsIn = (nodes: readonly OutlineNode[]): string[] =>
  nodes.flatMap(({ block, children }) => [block.id, ...idsIn(children)]);

describe('outlineTree', () => {
  it('is a flat list of a straight workflow', () => {
    expect(outline('hook > a, a > b, b > c')).toBe('hook a b c');
  });

  it('puts the longest branch on the line, and the others below', () => {
    expect(outline('hook > check, check no> reject, check yes> a, a > b')).toBe(
      'hook check .no: reject yes: a b',
    );
  });

  it('goes on where branches meet', () => {
    expect(outline('hook > a, a > b, a risk> ask, b > c, ask > c, c > d')).toBe(
      'hook a .risk: ask b c d',
    );
  });

  it('never lets an error go on', () => {
    expect(outline('hook > a, a error> b, b > c, c > d')).toBe('hook a .error: b .c .d');
  });

  it('puts bodies inside their containers', () => {
    expect(outline('hook > l, l each> a, a > m, m each> b, m > c, l > d')).toBe(
      'hook l .a .m ..b .c d',
    );
  });

  it('has blocks without edges at the end, and those of a cycle', () => {
    expect(outline('hook > a, x')).toBe('hook a x');
    expect(outline('hook > a, x > y, y > x')).toBe('hook a x y');
  });

  it('puts tools below the agent that calls them', () => {
    const { blocks, edges } = drawn('hook > agent, tool, agent > a');
    const config = { tools: [{ block: 'tool' }] };
    const withTools = blocks.map((one) =>
      one.id === 'agent' ? { ...one, type: 'agent', config } : one,
    );
    const tree = outlineTree(workflowGraph({ blocks: withTools, edges }));
    expect(written(tree).join(' ')).toBe('hook agent .tool a');
  });

  it('has each block of any draft once', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const definition = readDefinition(draft(definitionText(chanceFrom(seed), 12)));
        const ids = idsIn(outlineTree(workflowGraph(definition)));
        expect(ids.toSorted()).toEqual(definition.blocks.map(({ id }) => id).toSorted());
      }),
      { numRuns: 200 },
    );
  });

  it('writes a thousand blocks in a row without a deep call', () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `b${index}`);
    const text = ids
      .slice(1)
      .map((id, at) => `${ids[at] ?? ''} > ${id}`)
      .join(', ');
    expect(outlineTree(workflowGraph(drawn(text)))).toHaveLength(1_000);
  });
});
