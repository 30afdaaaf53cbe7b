import type { WorkflowGraph } from '../workflow-graph/workflow-graph.js';

/** A block with all that leads to it, or with all that follows; bodies come with their frames. */
export function reachable(
  { blocks, edges }: WorkflowGraph,
  start: string,
  direction: 'up' | 'down',
): Set<string> {
  const next = new Map<string, string[]>();
  const join = (from: string, to: string): void => {
    next.set(from, [...(next.get(from) ?? []), to]);
  };
  for (const { from, to } of edges)
    if (direction === 'down') join(from, to);
    else join(to, from);
  for (const { id, parent } of blocks) if (parent !== null) join(parent, id);
  const found = new Set([start]);
  for (const id of found) for (const other of next.get(id) ?? []) found.add(other);
  return found;
}
