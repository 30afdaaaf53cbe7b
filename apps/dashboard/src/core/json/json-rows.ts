/**
 * The lines of a JSON tree of which some nodes are closed, as code shows them:
 *
 *   {                line 0: node 0 opens
 *     "a": [ 2 ],    line 1: node 1, closed
 *     "b": {         line 2: node 4 opens
 *       "c": 3       line 3: node 5
 *     }              line 4: node 4 ends
 *   }                line 5: node 0 ends
 */
import { isHolder, type JsonTree } from './json-tree.js';

/** One number a line: a node, or the complement of the node that ends there. */
export type JsonLines = Int32Array;

export const endOf = (node: number): number => ~node;
export const isEnd = (line: number): boolean => line < 0;
export const nodeOf = (line: number): number => (line < 0 ? ~line : line);

const isOpen = (tree: JsonTree, closed: ReadonlySet<number>, node: number): boolean =>
  isHolder(tree, node) && (tree.sizes[node] ?? 0) > 0 && !closed.has(node);

/** A closed node hides all that it holds. */
export function linesOf(tree: JsonTree, closed: ReadonlySet<number>): JsonLines {
  const lines = new Int32Array(2 * tree.count);
  const open: number[] = [];
  let length = 0;
  const endUntil = (next: number): void => {
    while (open.length > 0 && (tree.nexts[open.at(-1) ?? 0] ?? 0) <= next)
      lines[length++] = endOf(open.pop() ?? 0);
  };
  for (let node = 0; node < tree.count;) {
    endUntil(node);
    lines[length++] = node;
    if (isOpen(tree, closed, node)) {
      open.push(node);
      node += 1;
    } else node = tree.nexts[node] ?? tree.count;
  }
  endUntil(tree.count);
  return lines.subarray(0, length);
}

/** So many lines are read at a glance. */
const firstLines = 200;

/** Closes the deepest levels until what is shown fits a glance. The top level stays open. */
export function closedAtFirst(tree: JsonTree): ReadonlySet<number> {
  const levels: number[] = [];
  for (let node = 0; node < tree.count; node += 1) {
    const depth = tree.depths[node] ?? 0;
    levels[depth] = (levels[depth] ?? 0) + 1;
  }
  let shown = 0;
  let deepest = 0;
  for (const [depth, size] of levels.entries()) {
    shown += size;
    if (depth > 1 && shown > firstLines) break;
    deepest = depth;
  }
  const closed = new Set<number>();
  for (let node = 0; node < tree.count; node += 1)
    if (tree.depths[node] === deepest && isHolder(tree, node)) closed.add(node);
  return closed;
}

/** Opens all that holds a node, so that it is shown. */
export function opened(
  tree: JsonTree,
  closed: ReadonlySet<number>,
  node: number,
): ReadonlySet<number> {
  const next = new Set(closed);
  for (let at = tree.parents[node] ?? -1; at >= 0; at = tree.parents[at] ?? -1) next.delete(at);
  return next.size === closed.size ? closed : next;
}
