import type { WorkflowGraph } from '../workflow-graph/workflow-graph.js';
import { type OutlineNode, outlineTree } from './outline-tree.js';

const flat = (nodes: readonly OutlineNode[]): OutlineNode['block'][] =>
  nodes.flatMap(({ block, children }) => [block, ...flat(children)]);

/** The blocks beside one, as the outline has them from top to bottom. */
export function neighboursOf(graph: WorkflowGraph, id: string) {
  const blocks = flat(outlineTree(graph));
  const at = blocks.findIndex((block) => block.id === id);
  return { previous: blocks[at - 1] ?? null, next: at < 0 ? null : (blocks[at + 1] ?? null) };
}
