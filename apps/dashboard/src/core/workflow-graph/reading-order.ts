/**
 * The blocks as a list to read: in the order in which they can run, each container followed by its
 * body, notes and unconnected blocks last.
 */
import { buildGraph, orderOf } from '@libs/workflow';
import type { GraphBlock, WorkflowGraph } from './workflow-graph.js';

export interface ReadBlock {
  readonly block: GraphBlock;
  /** 1 for what stands in no container. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Ports that lead to it, with the block they belong to. */
  readonly ways: readonly { readonly from: string; readonly label: string }[];
}

export function readingOrder({ blocks, edges, triggerId }: WorkflowGraph): ReadBlock[] {
  const names = new Map(blocks.map(({ id, name }) => [id, name]));
  const ways = Map.groupBy(
    edges.filter(({ label }) => label !== null),
    ({ to }) => to,
  );
  const inside = Map.groupBy(inRunOrder(blocks, edges, triggerId), ({ parent }) => parent);
  const result: ReadBlock[] = [];
  const stack = [{ list: inside.get(null) ?? [], at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const block = top.list[top.at];
    top.at += 1;
    if (block === undefined) {
      stack.pop();
      continue;
    }
    result.push({
      block,
      level: stack.length,
      position: top.at,
      siblings: top.list.length,
      ways: (ways.get(block.id) ?? []).map(({ from, label }) => ({
        from: names.get(from) ?? '',
        label: label ?? '',
      })),
    });
    const body = inside.get(block.id);
    if (body !== undefined) stack.push({ list: body, at: 0 });
  }
  return result;
}

function inRunOrder(
  blocks: readonly GraphBlock[],
  edges: WorkflowGraph['edges'],
  triggerId: string | null,
): GraphBlock[] {
  // A depth-first order ends with what it visits first: the trigger's edges come last, reversed.
  const { order } = orderOf(buildGraph({ blocks, edges: edges.toReversed(), variables: {} }));
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const sorted = order.flatMap((index) => blocks[index] ?? []);
  const rank = ({ id }: GraphBlock): number => (id === triggerId ? 0 : connected.has(id) ? 1 : 2);
  return sorted.sort((a, b) => rank(a) - rank(b));
}
