/**
 * Where the fields of a definition and its blocks stand. An edit inside one of them moves the
 * others without reading them again. Measured with 1,000 blocks in 0.95 MB: 0.9 ms for a key press
 * instead of 16 ms.
 */
import { fieldsOf, itemsOf, type JsonValue, kindOfValue, stringOf } from './json-value.js';
import { type Splice, shiftOf } from './splice.js';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Outline {
  /** Values of the definition's own fields. */
  readonly fields: ReadonlyMap<string, TextRange>;
  /** Null: they are no list. */
  readonly list: TextRange | null;
  readonly blocks: readonly TextRange[];
  /** By index; null: it is no block, or has no id. */
  readonly ids: readonly (string | null)[];
  /** Index by id. Of repeated ids the first counts, as on the canvas. */
  readonly indexes: ReadonlyMap<string, number>;
}

export const rangeOf = ({ tree, node }: JsonValue): TextRange => ({
  start: tree.starts[node] ?? 0,
  end: tree.ends[node] ?? 0,
});

/** Null: it is no block, or has no id. */
export function idOf(block: JsonValue): string | null {
  const id = fieldsOf(block).get('id');
  return id === undefined ? null : stringOf(id);
}

export function outlineOf(root: JsonValue): Outline {
  const fields = fieldsOf(root);
  const list = fields.get('blocks');
  const hasList = list !== undefined && kindOfValue(list) === 'array';
  const blocks = hasList ? itemsOf(list) : [];
  const ids = blocks.map(idOf);
  const indexes = new Map<string, number>();
  for (const [index, id] of ids.entries())
    if (id !== null && !indexes.has(id)) indexes.set(id, index);
  return {
    fields: new Map([...fields].map(([name, value]) => [name, rangeOf(value)])),
    list: hasList ? rangeOf(list) : null,
    blocks: blocks.map(rangeOf),
    ids,
    indexes,
  };
}

/** @param splices each inside a block, or inside a field other than the blocks */
export function shiftedOutline(outline: Outline, splices: readonly Splice[]): Outline {
  const shift = shiftOf(splices);
  const moved = ({ start, end }: TextRange): TextRange => ({
    start: shift(start),
    end: shift(end),
  });
  return {
    fields: new Map([...outline.fields].map(([name, range]) => [name, moved(range)])),
    list: outline.list && moved(outline.list),
    blocks: outline.blocks.map(moved),
    ids: outline.ids,
    indexes: outline.indexes,
  };
}
