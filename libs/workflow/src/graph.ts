/**
 * The graph of a workflow as executions walk it: blocks by index, edges with the port they leave
 * from. A block runs when all its incoming edges are decided and at least one was taken.
 */
import type { BlockDefinition, WorkflowDefinition } from './definition.js';

export interface GraphEdge {
  readonly to: number;
  readonly port: string;
}

export interface Graph {
  readonly blocks: readonly BlockDefinition[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly outgoing: readonly (readonly GraphEdge[])[];
  readonly incomingCount: readonly number[];
}

/** Port of the normal path. */
export const defaultPort = 'out';
/** Port taken when a block fails and has an edge on it. */
export const errorPort = 'error';

/** Edges must name existing blocks (checked before). */
export function buildGraph(definition: WorkflowDefinition): Graph {
  const indexOf = new Map(definition.blocks.map((block, index) => [block.id, index]));
  const outgoing: GraphEdge[][] = definition.blocks.map(() => []);
  const incomingCount = definition.blocks.map(() => 0);
  for (const edge of definition.edges) {
    const from = indexOf.get(edge.from);
    const to = indexOf.get(edge.to);
    if (from === undefined || to === undefined) continue;
    outgoing[from]?.push({ to, port: edge.port ?? defaultPort });
    incomingCount[to] = (incomingCount[to] ?? 0) + 1;
  }
  return { blocks: definition.blocks, indexOf, outgoing, incomingCount };
}

export interface GraphOrder {
  /** Block indexes: each block after all blocks that lead to it, except by an edge of a cycle. */
  readonly order: readonly number[];
  /** Block indexes of cycles, each from its first block to the one that leads back to it. */
  readonly cycles: readonly (readonly number[])[];
}

/** More do not help the author. */
const maxCycles = 20;

/** A depth-first walk over all blocks, in time linear in blocks and edges. */
export function orderOf({ blocks, outgoing }: Graph): GraphOrder {
  const finished: number[] = [];
  const cycles: number[][] = [];
  const state = blocks.map((): 'new' | 'open' | 'done' => 'new');
  const nextEdge = blocks.map(() => 0);
  const path: number[] = [];
  const open = (index: number): void => {
    state[index] = 'open';
    path.push(index);
  };
  for (const first of blocks.keys()) {
    if (state[first] === 'new') open(first);
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const at = nextEdge[current] ?? 0;
      const edge = outgoing[current]?.[at];
      nextEdge[current] = at + 1;
      if (edge === undefined) {
        state[current] = 'done';
        finished.push(current);
        path.pop();
      } else if (state[edge.to] === 'new') open(edge.to);
      else if (state[edge.to] === 'open' && cycles.length < maxCycles)
        cycles.push(path.slice(path.lastIndexOf(edge.to)));
    }
  }
  return { order: finished.reverse(), cycles };
}
