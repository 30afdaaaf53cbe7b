/** An object or a list of the text, with the places of what it holds. */
import { edgeKeyOf } from './edge-key.js';
import { itemsOf, type JsonValue, kindOfValue, nameOf } from './json-value.js';
import type { Outline, TextRange } from './outline.js';
import { blocksTarget, edgesTarget, isTarget, locate, type Target } from './target.js';
import type { WorkflowText } from './workflow-text.js';

export interface Item extends TextRange {
  /** Of a field its name, of a block its id, of an edge its ports; null: only its index counts. */
  readonly name: string | null;
}

export interface Container {
  readonly isObject: boolean;
  /** Offsets in the whole text, between the brackets. */
  readonly inner: TextRange;
  readonly items: readonly Item[];
}

function namerOf(target: Target, isObject: boolean): (item: JsonValue) => string | null {
  if (isObject) return nameOf;
  return isTarget(target, edgesTarget) ? edgeKeyOf : () => null;
}

const innerOf = ({ start, end }: TextRange): TextRange => ({ start: start + 1, end: end - 1 });

/** The blocks are known without reading them. */
function blockList({ list, blocks, ids }: Outline): Container | null {
  const items = blocks.map((range, index) => ({ ...range, name: ids[index] ?? null }));
  return list && { isObject: false, inner: innerOf(list), items };
}

/** Null: nothing is there, or it holds nothing. */
export function containerAt(document: WorkflowText, target: Target): Container | null {
  const blocks = isTarget(target, blocksTarget) ? blockList(document.outline) : null;
  if (blocks !== null) return blocks;
  const located = locate(document, target);
  if (located === null) return null;
  const { value, offset } = located;
  const kind = kindOfValue(value);
  if (kind !== 'object' && kind !== 'array') return null;
  const { tree, node } = value;
  const name = namerOf(target, kind === 'object');
  return {
    isObject: kind === 'object',
    inner: innerOf({
      start: offset + (tree.starts[node] ?? 0),
      end: offset + (tree.ends[node] ?? 0),
    }),
    items: itemsOf(value).map((item) => {
      const keyStart = tree.keyStarts[item.node] ?? -1;
      const start = keyStart < 0 ? (tree.starts[item.node] ?? 0) : keyStart;
      const end = tree.ends[item.node] ?? 0;
      return { name: name(item), start: offset + start, end: offset + end };
    }),
  };
}
