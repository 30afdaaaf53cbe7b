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

/** Ids of the blocks of one cycle, or null. */
export function findCycle(graph: Graph): string[] | null {
  const remaining = [...graph.incomingCount];
  const free = remaining.flatMap((count, index) => (count === 0 ? [index] : []));
  let seen = 0;
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    seen += 1;
    for (const { to } of graph.outgoing[next] ?? []) {
      remaining[to] = (remaining[to] ?? 0) - 1;
      if (remaining[to] === 0) free.push(to);
    }
  }
  if (seen === graph.blocks.length) return null;
  // Every remaining block is on or after a cycle: follow edges among them until a block repeats.
  const left = new Set(remaining.flatMap((count, index) => (count > 0 ? [index] : [])));
  const inCycle = [...left].filter((index) =>
    (graph.outgoing[index] ?? []).some(({ to }) => left.has(to)),
  );
  const path: number[] = [];
  let current = inCycle[0];
  while (current !== undefined && !path.includes(current)) {
    path.push(current);
    current = (graph.outgoing[current] ?? [])
      .map(({ to }) => to)
      .find((to) => inCycle.includes(to));
  }
  return path
    .slice(current === undefined ? 0 : path.indexOf(current))
    .map((index) => graph.blocks[index]?.id ?? '');
}
