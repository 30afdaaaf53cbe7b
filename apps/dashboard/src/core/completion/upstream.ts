/**
 * The blocks that have run before a block does: whatever leads to it, also through the ports of
 * errors. In a body these are the container, all that comes before it, and what the body has before
 * the block. A tool comes after what its agents come after. Linear in blocks and edges.
 */
import { type DrawnDefinition, workflowGraph } from '../workflow-graph/workflow-graph.js';

/** @returns ids, the nearest first; of equally near ones the later block of the definition first */
export function upstreamOf(definition: DrawnDefinition, blockId: string): string[] {
  const before = leadingTo(definition);
  const found = new Set([blockId]);
  const order = new Map(definition.blocks.map(({ id }, index) => [id, index]));
  const result: string[] = [];
  let ring = runnersOf(definition, blockId);
  while (ring.length > 0) {
    const next = new Set(ring.flatMap((id) => before.get(id) ?? []).filter((id) => !found.has(id)));
    ring = [...next].sort((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0));
    for (const id of ring) found.add(id);
    result.push(...ring);
  }
  return result;
}

/** By block: the blocks one step before it. */
function leadingTo(definition: DrawnDefinition): Map<string, string[]> {
  const ids = new Set(definition.blocks.map(({ id }) => id));
  const before = new Map<string, string[]>();
  const add = (to: string, from: string): void => {
    before.set(to, [...(before.get(to) ?? []), from]);
  };
  for (const { from, to } of definition.edges) if (ids.has(from) && ids.has(to)) add(to, from);
  return before;
}

/** The agents that use it as a tool, else the block itself. */
function runnersOf(definition: DrawnDefinition, blockId: string): string[] {
  const agents = workflowGraph(definition).edges.flatMap(({ kind, from, to }) =>
    kind === 'tool' && to === blockId ? from : [],
  );
  return agents.length === 0 ? [blockId] : agents;
}
