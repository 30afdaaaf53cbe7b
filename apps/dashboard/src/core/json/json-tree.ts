/**
 * A JSON text as a flat list of its nodes, in the order of the text. Values stay in the text, so
 * that numbers are shown exactly as they were sent. Total: a text that ends early, or stops being
 * JSON, gives the nodes before that place. Typed arrays pass from a worker without a copy.
 *
 *   {"a": [1, 2]}     node  kind    key  parent  depth  next
 *                     0     object  -    -1      0      4
 *                     1     array   "a"  0       1      4
 *                     2     scalar  0    1       2      3
 *                     3     scalar  1    1       2      4
 */
export const kinds = ['object', 'array', 'string', 'number', 'constant'] as const;
export type JsonKind = (typeof kinds)[number];

export interface JsonTree {
  readonly count: number;
  /** Indexes of `kinds`. */
  readonly kinds: Uint8Array;
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  /** Of a field's name, with its quotes; -1 for items of arrays. */
  readonly keyStarts: Int32Array;
  readonly keyEnds: Int32Array;
  /** Place in its parent. */
  readonly places: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How many it holds. */
  readonly sizes: Int32Array;
  /** The first node after all that it holds. */
  readonly nexts: Int32Array;
  /** Where the text stops being JSON; null: it is whole. */
  readonly brokenAt: number | null;
  /** It is JSON as far as it goes, and ends early. */
  readonly isCut: boolean;
}

type Column = Exclude<keyof JsonTree, 'count' | 'kinds' | 'brokenAt' | 'isCut'>;
export type Columns = Record<Column, Int32Array<ArrayBuffer>> & { kinds: Uint8Array<ArrayBuffer> };

export function emptyColumns(capacity: number): Columns {
  const column = (): Int32Array<ArrayBuffer> => new Int32Array(capacity);
  return {
    ...{ kinds: new Uint8Array(capacity), parents: column(), depths: column() },
    ...{ keyStarts: column(), keyEnds: column(), places: column() },
    ...{ starts: column(), ends: column(), sizes: column(), nexts: column() },
  };
}

/** The kind of a node. */
export const kindOf = (tree: JsonTree, node: number): JsonKind =>
  kinds[tree.kinds[node] ?? 0] ?? 'constant';

export const isHolder = (tree: JsonTree, node: number): boolean => (tree.kinds[node] ?? 2) < 2;

/** The text of a value as it was sent. */
export const valueText = (tree: JsonTree, text: string, node: number): string =>
  text.slice(tree.starts[node], tree.ends[node]);

/** What a JSON string says; a damaged one as it was sent. */
export function decoded(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

/** The name of a field, or the place in an array; null for the whole document. */
export function stepOf(tree: JsonTree, text: string, node: number): string | number | null {
  const keyStart = tree.keyStarts[node] ?? -1;
  if (keyStart >= 0) return decoded(text.slice(keyStart, tree.keyEnds[node]));
  return node === 0 ? null : (tree.places[node] ?? 0);
}

export function pathOf(tree: JsonTree, text: string, node: number): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = node; at > 0; at = tree.parents[at] ?? -1) {
    const step = stepOf(tree, text, at);
    if (step !== null) path.unshift(step);
  }
  return path;
}
