/** A JSON document as a person looks at it: what is open, where they are, what they look for. */
import { findInJson } from './find-in-json.js';
import { closedAtFirst, isEnd, type JsonLines, linesOf, opened } from './json-rows.js';
import { isHolder, type JsonTree } from './json-tree.js';

export interface JsonView {
  readonly tree: JsonTree;
  readonly text: string;
  readonly closed: ReadonlySet<number>;
  readonly lines: JsonLines;
  /** A node; null: nothing was chosen yet. */
  readonly active: number | null;
  readonly query: string;
  /** Nodes with the query, in order. */
  readonly matches: readonly number[];
}

export type ViewMove =
  | { readonly kind: 'choose' | 'toggle'; readonly node: number }
  | { readonly kind: 'find'; readonly query: string }
  | { readonly kind: 'match'; readonly step: 1 | -1 }
  | { readonly kind: 'key'; readonly key: string; readonly page: number };

export function viewOf(tree: JsonTree, text: string): JsonView {
  const closed = closedAtFirst(tree);
  const lines = linesOf(tree, closed);
  return { tree, text, closed, lines, active: null, query: '', matches: [] };
}

export function moved(view: JsonView, move: ViewMove): JsonView {
  switch (move.kind) {
    case 'choose':
      return { ...view, active: move.node };
    case 'toggle':
      return toggled(view, move.node);
    case 'find': {
      const matches = findInJson(view.tree, view.text, move.query);
      const found = { ...view, query: move.query, matches };
      return matches[0] === undefined ? found : shown(found, matches[0]);
    }
    case 'match':
      return matched(view, move.step);
    case 'key':
      return pressed(view, move.key, move.page);
  }
}

function withClosed(view: JsonView, closed: ReadonlySet<number>): JsonView {
  return closed === view.closed ? view : { ...view, closed, lines: linesOf(view.tree, closed) };
}

function toggled(view: JsonView, node: number): JsonView {
  if (!isHolder(view.tree, node)) return { ...view, active: node };
  const closed = new Set(view.closed);
  if (!closed.delete(node)) closed.add(node);
  return { ...withClosed(view, closed), active: node };
}

/** Opens what hides the node, and goes there. */
const shown = (view: JsonView, node: number): JsonView => ({
  ...withClosed(view, opened(view.tree, view.closed, node)),
  active: node,
});

function matched(view: JsonView, step: 1 | -1): JsonView {
  const { matches, active } = view;
  if (matches.length === 0) return view;
  const at = matches.indexOf(active ?? -1);
  const next = at < 0 ? 0 : (at + step + matches.length) % matches.length;
  return shown(view, matches[next] ?? 0);
}

/** The node some lines away; lines that only end something are passed over. */
function away({ lines, active }: JsonView, step: number): number | null {
  const from = active === null ? -1 : lines.indexOf(active);
  let at = Math.min(lines.length - 1, Math.max(0, from + step));
  const direction = step < 0 ? -1 : 1;
  while (at >= 0 && at < lines.length && isEnd(lines[at] ?? 0)) at += direction;
  const line = lines[at];
  return line === undefined || isEnd(line) ? active : line;
}

function pressed(view: JsonView, key: string, page: number): JsonView {
  const { tree, closed, lines, active } = view;
  const go = (node: number | null): JsonView => ({ ...view, active: node });
  switch (key) {
    case 'ArrowDown':
      return go(away(view, 1));
    case 'ArrowUp':
      return go(away(view, -1));
    case 'PageDown':
      return go(away(view, page));
    case 'PageUp':
      return go(away(view, -page));
    case 'Home':
      return go(lines[0] ?? null);
    case 'End':
      return go(lines.findLast((line) => !isEnd(line)) ?? null);
    case 'ArrowRight':
      if (active === null || !isHolder(tree, active)) return view;
      return closed.has(active) ? toggled(view, active) : go(away(view, 1));
    case 'ArrowLeft':
      if (active === null) return view;
      if (isHolder(tree, active) && !closed.has(active)) return toggled(view, active);
      return (tree.parents[active] ?? -1) < 0 ? view : go(tree.parents[active] ?? null);
    case 'Enter':
      return active === null ? view : toggled(view, active);
    default:
      return view;
  }
}
