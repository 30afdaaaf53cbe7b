/**
 * Where an execution stands in its graph. A block becomes ready when all its incoming edges are
 * decided and at least one is followed. When none is, the block is skipped and its own edges
 * count as decided. The total work is proportional to the number of edges, however long the chain.
 */
import type { Graph } from '@libs/workflow';

export interface Frontier {
  /** Blocks that became ready since the last call, in that order. */
  takeReady(): number[];
  /** The block has a result and leaves by these ports. */
  complete(index: number, ports: readonly string[]): void;
  /** True for a block that will not be started (again): completed, ready or running. */
  isKnown(index: number): boolean;
}

/** @param triggerIndex the only block that may run without an incoming edge */
export function createFrontier(graph: Graph, triggerIndex: number): Frontier {
  const undecided = [...graph.incomingCount];
  const followed = graph.incomingCount.map(() => 0);
  const known = graph.incomingCount.map(() => false);
  const completed = graph.incomingCount.map(() => false);
  let ready: number[] = [];

  /** Decides the edges that leave `from`, and those of blocks skipped as a result; no recursion. */
  function decideEdges(from: number, ports: readonly string[]): void {
    const stack: { readonly index: number; readonly ports: readonly string[] }[] = [
      { index: from, ports },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      for (const edge of graph.outgoing[next.index] ?? []) {
        undecided[edge.to] = (undecided[edge.to] ?? 0) - 1;
        if (next.ports.includes(edge.port)) followed[edge.to] = (followed[edge.to] ?? 0) + 1;
        if (undecided[edge.to] !== 0 || known[edge.to]) continue;
        known[edge.to] = true;
        if ((followed[edge.to] ?? 0) > 0) ready.push(edge.to);
        else stack.push({ index: edge.to, ports: [] });
      }
    }
  }

  // A block without incoming edges never runs. Undecided edges of it would hold back every block
  // after it for ever.
  for (const [index, count] of graph.incomingCount.entries()) {
    if (count > 0 || index === triggerIndex) continue;
    known[index] = true;
    decideEdges(index, []);
  }

  return {
    takeReady: () => {
      const result = ready.filter((index) => !completed[index]);
      ready = [];
      return result;
    },
    complete: (index, ports) => {
      if (completed[index]) return;
      known[index] = true;
      completed[index] = true;
      decideEdges(index, ports);
    },
    isKnown: (index) => known[index] === true,
  };
}
