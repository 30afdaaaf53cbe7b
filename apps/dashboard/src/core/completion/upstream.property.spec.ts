import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';
import { upstreamOf } from './upstream.js';

/** A line is an edge: `a -> b`, `a -each-> b`. Types by id; every other block is an `api`. */
function drawn(
  lines: readonly string[],
  types: Readonly<Record<string, string>> = {},
): DrawnDefinition {
  const edges = lines.map((line) => {
    const [, from = '', port, to = ''] = /^(\w+) -(?:(\w+)-)?> (\w+)$/.exec(line) ?? [];
    return { from, to, ...(port !== undefined && { port }) };
  });
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to])), ...Object.keys(types)];
  return {
    blocks: [...new Set(ids)].map((id) => ({ id, type: types[id] ?? 'api', name: id, config: {} })),
    edges,
  };
}

/** Steps from one block to the other by trying every path length; null: no path. */
function steps({ blocks, edges }: DrawnDefinition, from: string, to: string): number | null {
  let reached = new Set([from]);
  for (let count = 1; count <= blocks.length; count += 1) {
    reached = new Set(edges.filter((edge) => reached.has(edge.from)).map((edge) => edge.to));
    if (reached.has(to)) return count;
  }
  return null;
}

const definitions = fc.integer({ min: 1, max: 9 }).chain((count) => {
  const index = fc.integer({ min: 0, max: count - 1 });
  const edge = fc.record({
    from: index,
    to: index,
    port: fc.constantFrom('out', 'error', 'each', 'case'),
  });
  return fc.record({
    blocks: fc.array(fc.constantFrom('api', 'loop', 'parallel', 'condition', 'note'), {
      minLength: count,
      maxLength: count,
    }),
    edges: fc.array(edge, { maxLength: 16 }),
    asked: index,
  });
});

describe('upstreamOf', () => {
  it('finds what a naive search finds, the nearest first, also in drafts with cycles', () => {
    fc.assert(
      fc.property(definitions, ({ blocks, edges, asked }) => {
        const definition: DrawnDefinition = {
          blocks: blocks.map((type, at) => ({ id: `b${at}`, type, name: `b${at}`, config: {} })),
          edges: edges.map(({ from, to, port }) => ({ from: `b${from}`, to: `b${to}`, port })),
        };
        const block = `b${asked}`;
        const found = upstreamOf(definition, block);
        const naive = definition.blocks.flatMap(({ id }) => {
          const count = id === block ? null : steps(definition, id, block);
          return count === null ? [] : { id, count };
        });
        expect(found.toSorted()).toEqual(naive.map(({ id }) => id).toSorted());
        const far = found.map((id) => naive.find((one) => one.id === id)?.count ?? 0);
        expect(far).toEqual(far.toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it('sees from a body the container, what comes before it and the body before the block', () => {
    const lines = [
      'start -> list',
      'list -> each',
      'each -each-> one',
      'one -> two',
      'each -> done',
    ];
    const definition = drawn(lines, { each: 'loop' });
    expect(upstreamOf(definition, 'two')).toEqual(['one', 'each', 'list', 'start']);
    expect(upstreamOf(definition, 'done')).toEqual(['each', 'list', 'start']);
  });

  it('sees from a tool what its agent sees, and not the agent', () => {
    const { blocks, edges } = drawn(['start -> agent', 'agent -> after'], { look: 'api' });
    const agent = {
      id: 'agent',
      type: 'agent',
      name: 'Agent',
      config: { tools: [{ block: 'Look' }] },
    };
    const named = blocks.map((block) => (block.id === 'agent' ? agent : block));
    const tool = named.map((block) => (block.id === 'look' ? { ...block, name: 'Look' } : block));
    expect(upstreamOf({ blocks: tool, edges }, 'look')).toEqual(['start']);
  });

  it('knows no other side branch', () => {
    const lines = ['start -> check', 'check -yes-> a', 'check -no-> b', 'a -error-> caught'];
    expect(upstreamOf(drawn(lines), 'caught')).toEqual(['a', 'check', 'start']);
  });
});
