import { describe, expect, it } from '@jest/globals';
import { buildGraph, type WorkflowDefinition } from '@libs/workflow';
import fc from 'fast-check';
import { createFrontier } from './frontier.js';

const block = (id: string): WorkflowDefinition['blocks'][number] => ({
  id,
  type: 'x',
  name: id,
  config: {},
});
const graphOf = (ids: string, edges: [string, string, string?][]): ReturnType<typeof buildGraph> =>
  buildGraph({
    blocks: Array.from(ids, block),
    edges: edges.map(([from, to, port]) => ({ from, to, ...(port !== undefined && { port }) })),
    variables: {},
  });

/** A random acyclic graph: edges go from lower to higher indexes; block 0 is the trigger. */
const graphs = fc
  .tuple(
    fc.integer({ min: 2, max: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('out', 'a', 'error')), {
      maxLength: 40,
    }),
  )
  .map(([size, pairs]) => {
    const ids = 'tbcdefghijklm'.slice(0, size);
    const edges = pairs
      .map(([a, b, port]) => [Math.min(a, b) % size, Math.max(a, b) % size, port] as const)
      .filter(([a, b]) => a < b)
      .map(([a, b, port]): [string, string, string] => [ids[a] ?? '', ids[b] ?? '', port]);
    return graphOf(ids, edges);
  });

/** The rule itself, evaluated over the whole graph. */
function expectedToRun(
  graph: ReturnType<typeof buildGraph>,
  portsOf: (index: number) => readonly string[],
): Set<number> {
  const runs = new Set([0]);
  for (let index = 1; index < graph.blocks.length; index += 1) {
    const followed = graph.outgoing.some(
      (edges, from) =>
        runs.has(from) &&
        edges.some((edge) => edge.to === index && portsOf(from).includes(edge.port)),
    );
    if (followed) runs.add(index);
  }
  return runs;
}

describe('frontier', () => {
  it('runs each reachable block exactly once, for any order of results', () => {
    fc.assert(
      fc.property(
        graphs,
        fc.array(fc.constantFrom('out', 'a', 'error', 'none'), { minLength: 13, maxLength: 13 }),
        fc.infiniteStream(fc.nat(1000)),
        (graph, ports, picks) => {
          const portsOf = (index: number): readonly string[] => [ports[index] ?? 'out'];
          const frontier = createFrontier(graph, 0);
          frontier.complete(0, portsOf(0));
          const ran = [0];
          const running = frontier.takeReady();
          while (running.length > 0) {
            const [index = 0] = running.splice(Number(picks.next().value) % running.length, 1);
            ran.push(index);
            frontier.complete(index, portsOf(index));
            running.push(...frontier.takeReady());
          }
          expect(new Set(ran).size).toBe(ran.length);
          expect(new Set(ran)).toEqual(expectedToRun(graph, portsOf));
        },
      ),
    );
  });

  it('has the same ready blocks after a crash and a replay of its results', () => {
    fc.assert(
      fc.property(
        graphs,
        fc.array(fc.constantFrom('out', 'a', 'error'), { minLength: 13, maxLength: 13 }),
        fc.nat(12),
        (graph, ports, crashAfter) => {
          const portsOf = (index: number): readonly string[] => [ports[index] ?? 'out'];
          const log = [0];
          const before = createFrontier(graph, 0);
          before.complete(0, portsOf(0));
          const queue = before.takeReady();
          while (queue.length > 0 && log.length < crashAfter) {
            const index = queue.shift() ?? 0;
            log.push(index);
            before.complete(index, portsOf(index));
            queue.push(...before.takeReady());
          }
          const after = createFrontier(graph, 0);
          for (const index of log) after.complete(index, portsOf(index));
          expect(new Set(after.takeReady())).toEqual(new Set(queue));
        },
      ),
    );
  });

  it('runs a join once, after its last incoming edge is decided', () => {
    const frontier = createFrontier(
      graphOf('tabj', [
        ['t', 'a'],
        ['t', 'b'],
        ['a', 'j'],
        ['b', 'j'],
      ]),
      0,
    );
    frontier.complete(0, ['out']);
    expect(frontier.takeReady()).toEqual([1, 2]);
    frontier.complete(1, ['out']);
    expect(frontier.takeReady()).toEqual([]);
    frontier.complete(2, ['out']);
    expect(frontier.takeReady()).toEqual([3]);
  });

  it('counts an edge after an untaken port as decided', () => {
    const frontier = createFrontier(
      graphOf('tcxj', [
        ['t', 'c'],
        ['c', 'x', 'a'],
        ['c', 'j', 'b'],
        ['x', 'j'],
      ]),
      0,
    );
    frontier.complete(0, ['out']);
    frontier.complete(frontier.takeReady()[0] ?? 0, ['b']);
    expect(frontier.takeReady()).toEqual([3]);
  });
});
