/** Regions of any acyclic graph, against their definition: a body is every block after `each`. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WorkflowDefinition } from './definition.js';
import { buildGraph, orderOf } from './graph.js';
import { buildRegions, findBodyEntries } from './regions.js';

const isContainer = ({ type }: { readonly type: string }): boolean => type === 'loop';

const count = 8;
const definitions = fc
  .record({
    loops: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    edges: fc.array(
      fc.record({ a: fc.nat(count - 1), b: fc.nat(count - 1), isEach: fc.boolean() }),
      { maxLength: 10 },
    ),
  })
  .map(({ loops, edges }): WorkflowDefinition => {
    const blocks = loops.map((isLoop, index) => ({
      ...{ id: `b${index}`, name: `b${index}`, config: {} },
      type: isLoop ? 'loop' : 'plain',
    }));
    return {
      blocks,
      edges: edges.flatMap(({ a, b, isEach }) =>
        a < b ? [{ from: `b${a}`, to: `b${b}`, port: isEach && loops[a] ? 'each' : 'out' }] : [],
      ),
      variables: {},
    };
  });

function after(definition: WorkflowDefinition, container: string): Set<string> {
  const body = new Set<string>();
  const visit = (id: string): void => {
    if (body.has(id)) return;
    body.add(id);
    for (const { from, to } of definition.edges) if (from === id) visit(to);
  };
  for (const { from, to, port } of definition.edges)
    if (from === container && port === 'each') visit(to);
  return body;
}

const loopsOf = ({ blocks }: WorkflowDefinition): string[] =>
  blocks.filter(isContainer).map(({ id }) => id);

const hasEntry = (definition: WorkflowDefinition): boolean =>
  loopsOf(definition).some((loop) => {
    const body = after(definition, loop);
    return definition.edges.some(
      ({ from, to, port }) =>
        body.has(to) && !body.has(from) && !(from === loop && port === 'each'),
    );
  });

describe('the regions of a workflow', () => {
  it('have an entry exactly when a block runs both inside and outside a body', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        expect(findBodyEntries(definition, isContainer).length > 0).toBe(hasEntry(definition));
      }),
      { numRuns: 2_000 },
    );
  });

  it('put each block and each edge where the definition of a body does', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        fc.pre(!hasEntry(definition));
        const { root, bodies, enclosing } = buildRegions(definition, isContainer, 0);
        const bodyOf = new Map(loopsOf(definition).map((loop) => [loop, after(definition, loop)]));
        for (const [index, { id }] of definition.blocks.entries()) {
          const around = [...bodyOf].filter(([, body]) => body.has(id));
          const outermostFirst = around.sort(([, a], [, b]) => b.size - a.size);
          expect(enclosing[index]?.map((at) => `b${at}`)).toEqual(
            outermostFirst.map(([loop]) => loop),
          );
        }
        const regions = [root, ...bodies.values()];
        const members = regions.flatMap(({ globalIndex }) => globalIndex);
        expect(members).toHaveLength(count + bodies.size);
        const edges = regions.flatMap(({ graph }) => graph.outgoing.flat());
        expect(edges).toHaveLength(definition.edges.length);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the order of a graph', () => {
  const graphOf = (edges: readonly string[]) =>
    buildGraph({
      blocks: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id, type: 'plain', config: {} })),
      edges: edges.map((edge) => ({ from: edge[0] ?? '', to: edge[1] ?? '' })),
      variables: {},
    });

  it('puts each block after those that lead to it', () => {
    expect(orderOf(graphOf(['ab', 'cb', 'bd']))).toEqual({ order: [2, 0, 1, 3], cycles: [] });
  });

  it('names the blocks of each cycle and no others', () => {
    expect(orderOf(graphOf(['ab', 'ba', 'bc', 'cd'])).cycles).toEqual([[0, 1]]);
    expect(orderOf(graphOf(['ab', 'ba', 'cd', 'dc'])).cycles).toHaveLength(2);
    expect(orderOf(graphOf(['aa'])).cycles).toEqual([[0]]);
  });
});
