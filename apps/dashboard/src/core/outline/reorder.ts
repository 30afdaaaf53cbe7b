/** Blocks whose order in the text means something: what starts side by side, and tools. */
import type { Command } from '../edit/command/command.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { toolsOf } from '../edit/references/name-scopes.js';
import { normalizeName } from '@libs/workflow';
import { workflowGraph } from '../workflow-graph/workflow-graph.js';
import type { OutlineNode } from './outline-tree.js';

export type OrderStep = 'up' | 'down';

interface Siblings {
  readonly nodes: readonly OutlineNode[];
  /** Null: they stand in no block. */
  readonly parent: string | null;
}

function siblingsOf(
  nodes: readonly OutlineNode[],
  id: string,
  parent: string | null,
): Siblings | null {
  if (nodes.some(({ block }) => block.id === id)) return { nodes, parent };
  for (const { block, children } of nodes) {
    const found = siblingsOf(children, id, block.id);
    if (found !== null) return found;
  }
  return null;
}

function moveTool(
  { blocks }: ReadDefinition,
  agentId: string,
  toolId: string,
  step: OrderStep,
): Command | null {
  const agent = blocks.find(({ id }) => id === agentId);
  const tool = blocks.find(({ id }) => id === toolId);
  if (agent === undefined || tool === undefined) return null;
  const tools = toolsOf(agent);
  const at = tools.findIndex(([, name]) => normalizeName(name) === normalizeName(tool.name));
  const [index] = tools[at] ?? [];
  const [toIndex] = tools[step === 'up' ? at - 1 : at + 1] ?? [];
  if (index === undefined || toIndex === undefined) return null;
  const target = { block: agentId, path: ['config', 'tools', index] };
  return { kind: 'moveItem', target, toIndex };
}

/** Null: its place follows from its edges, or it is the first or the last. */
export function reorderCommand(
  definition: ReadDefinition,
  tree: readonly OutlineNode[],
  id: string,
  step: OrderStep,
): Command | null {
  const siblings = siblingsOf(tree, id, null);
  const node = siblings?.nodes.find(({ block }) => block.id === id);
  if (siblings === null || node === undefined) return null;
  if (node.place === 'tool') return moveTool(definition, siblings.parent ?? '', id, step);
  const outside = definition.edges.filter(({ from }) => from !== siblings.parent);
  const entered = new Set(outside.map(({ to }) => to));
  const leading = new Set(outside.map(({ from }) => from));
  const { triggerId } = workflowGraph(definition);
  // Blocks without edges come behind the others, wherever they stand in the text.
  const starts = siblings.nodes.filter(
    ({ block, place }) =>
      (place === 'line' || place === 'body') &&
      block.id !== triggerId &&
      !entered.has(block.id) &&
      (siblings.parent !== null || leading.has(block.id) === leading.has(id)),
  );
  const at = starts.findIndex(({ block }) => block.id === id);
  if (at < 0) return null;
  // Up: behind the one before the one before.
  const [previous, next] = [starts[at - 1], starts[at + 1]];
  if (step === 'down')
    return next === undefined ? null : { kind: 'moveBlock', block: id, after: next.block.id };
  if (previous === undefined) return null;
  return { kind: 'moveBlock', block: previous.block.id, after: id };
}
