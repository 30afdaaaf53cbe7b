/** Finds text in the names and values of a JSON tree, without regard to case. */
import { isHolder, type JsonTree } from './json-tree.js';

/** More would not be walked through. */
const mostMatches = 1_000;

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Nodes that hold the query, in order; at most a thousand. */
export function findInJson(tree: JsonTree, text: string, query: string): number[] {
  if (query === '') return [];
  // As the text has it: a quote or a line break is escaped there.
  const written = JSON.stringify(query).slice(1, -1);
  const found: number[] = [];
  for (const { index } of text.matchAll(new RegExp(literal(written), 'giu'))) {
    const node = nodeAt(tree, index);
    if (node >= 0 && node !== found.at(-1) && isOn(tree, node, index)) found.push(node);
    if (found.length === mostMatches) break;
  }
  return found;
}

/** Where a node begins: at its name, if it has one. */
const beginOf = ({ keyStarts, starts }: JsonTree, node: number): number => {
  const key = keyStarts[node] ?? -1;
  return key >= 0 ? key : (starts[node] ?? 0);
};

/** The last node that begins at or before an offset. */
function nodeAt(tree: JsonTree, offset: number): number {
  let [low, high] = [0, tree.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beginOf(tree, middle) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Not on a bracket, a comma or the space between. */
function isOn(tree: JsonTree, node: number, offset: number): boolean {
  const isInKey = (tree.keyStarts[node] ?? -1) >= 0 && offset < (tree.keyEnds[node] ?? -1);
  if (isInKey) return true;
  return (
    !isHolder(tree, node) && offset >= (tree.starts[node] ?? 0) && offset < (tree.ends[node] ?? 0)
  );
}
