/**
 * Values of a JSON text, read where they stand. Nothing is decoded before it is needed, so numbers
 * keep their digits and every value knows its bytes.
 */
import { decoded, type JsonKind, type JsonTree, kindOf, valueText } from '../../json/json-tree.js';
import { parseJsonTree } from '../../json/parse-json-tree.js';

/** A field's name, or an index in a list. */
export type Step = string | number;
export type Path = readonly Step[];

export interface JsonValue {
  readonly text: string;
  readonly tree: JsonTree;
  readonly node: number;
}

/** The text must be JSON. */
export const valueOf = (text: string): JsonValue => ({ text, tree: parseJsonTree(text), node: 0 });

/** The value as it is written. */
export const rawOf = ({ text, tree, node }: JsonValue): string => valueText(tree, text, node);

export const kindOfValue = ({ tree, node }: JsonValue): JsonKind => kindOf(tree, node);

/** Most strings are written as they are, and `JSON.parse` takes ten times as long for those. */
const textIn = (raw: string): string => (raw.includes('\\') ? decoded(raw) : raw.slice(1, -1));

/** Null: it is no string. */
export const stringOf = (value: JsonValue): string | null =>
  kindOfValue(value) === 'string' ? textIn(rawOf(value)) : null;

function* childrenOf({ text, tree, node }: JsonValue): Generator<JsonValue> {
  const end = tree.nexts[node] ?? 0;
  for (let at = node + 1; at < end; at = tree.nexts[at] ?? end) yield { text, tree, node: at };
}

/** Items of a list, or fields of an object in the order of the text, repeated ones included. */
export const itemsOf = (value: JsonValue): JsonValue[] => [...childrenOf(value)];

/** The name of a field; empty for an item of a list. */
export function nameOf({ text, tree, node }: JsonValue): string {
  const start = tree.keyStarts[node] ?? -1;
  return start < 0 ? '' : textIn(text.slice(start, tree.keyEnds[node]));
}

/** Fields by name. Of repeated names the last counts, as for `JSON.parse`. */
export const fieldsOf = (value: JsonValue): Map<string, JsonValue> =>
  new Map(
    kindOfValue(value) === 'object' ? itemsOf(value).map((item) => [nameOf(item), item]) : [],
  );

function childOf(value: JsonValue, step: Step): JsonValue | null {
  const kind = kindOfValue(value);
  let found: JsonValue | null = null;
  if (kind === 'object' && typeof step === 'string') {
    for (const field of childrenOf(value)) if (nameOf(field) === step) found = field;
  } else if (kind === 'array' && typeof step === 'number') {
    for (const item of childrenOf(value)) if (item.tree.places[item.node] === step) return item;
  }
  return found;
}

export function valueAt(value: JsonValue, path: Path): JsonValue | null {
  let current: JsonValue | null = value;
  for (const step of path) {
    if (current === null) return null;
    current = childOf(current, step);
  }
  return current;
}
