/** Claims on a merge, by the three versions and the result alone. */
import { expect } from '@jest/globals';
import type { Conflict } from '../merge/conflict.js';
import type { Merged } from '../merge/merge.js';
import { edgeOf } from '../text/edge-key.js';
import {
  fieldsOf,
  itemsOf,
  type JsonValue,
  kindOfValue,
  type Path,
  rawOf,
} from '../text/json-value.js';
import { blocksById, edgesByKey } from '../text/parts.js';
import { sameOrMissing } from '../text/same-value.js';
import type { WorkflowText } from '../text/workflow-text.js';

type Version = 'base' | 'mine' | 'theirs' | 'merged';
type OfFour<Value> = Readonly<Record<Version, Value>>;
type Values = OfFour<JsonValue | null>;
type Parts<Key> = ReadonlyMap<Key, JsonValue>;

export interface MergeCase extends OfFour<WorkflowText> {
  readonly result: Merged;
}

const ofFour = <From, To>(four: OfFour<From>, to: (value: From) => To): OfFour<To> => ({
  base: to(four.base),
  mine: to(four.mine),
  theirs: to(four.theirs),
  merged: to(four.merged),
});

const keysOf = <Key>(four: OfFour<Parts<Key>>): Set<Key> =>
  new Set(Object.values(four).flatMap((parts) => [...parts.keys()]));

const valuesAt = <Key>(four: OfFour<Parts<Key>>, key: Key): Values =>
  ofFour(four, (parts) => parts.get(key) ?? null);

export const blocksIn = ({ root }: WorkflowText): Parts<string> => blocksById(root) ?? new Map();
export const edgesIn = ({ root }: WorkflowText): Parts<string> => edgesByKey(root) ?? new Map();

const endsOf = (edge: JsonValue): string[] => {
  const ends = edgeOf(edge);
  return ends === null ? [] : [ends.from, ends.to];
};

interface Field {
  readonly block: string | null;
  readonly path: Path;
}

const isAt = (conflict: Conflict, { block, path }: Field): boolean =>
  conflict.kind === 'field' &&
  conflict.block === block &&
  JSON.stringify(conflict.path) === JSON.stringify(path);

function checkConflict(conflict: Conflict, values: Values): void {
  const { base, mine, theirs, merged } = values;
  for (const side of ['base', 'mine', 'theirs'] as const)
    expect(conflict[side]).toBe(values[side] && rawOf(values[side]));
  const isReal = ![sameOrMissing(mine, base), sameOrMissing(theirs, base)].includes(true);
  expect(isReal && !sameOrMissing(mine, theirs)).toBe(true);
  expect(sameOrMissing(merged, theirs)).toBe(true);
}

/** The merged value is right, or the conflict has all three. */
function checkValue(values: Values, field: Field, conflicts: Set<Conflict>): void {
  const { base, mine, theirs, merged } = values;
  const conflict = [...conflicts].find((other) => isAt(other, field));
  if (conflict !== undefined) {
    conflicts.delete(conflict);
    checkConflict(conflict, values);
  } else if (sameOrMissing(mine, base)) expect(sameOrMissing(merged, theirs)).toBe(true);
  else if (sameOrMissing(theirs, base) || sameOrMissing(mine, theirs))
    expect(sameOrMissing(merged, mine)).toBe(true);
  else checkInside(values, field, conflicts);
}

/** Both changed it, and it is no conflict: then both have parts that are compared. */
function checkInside(values: Values, { block, path }: Field, conflicts: Set<Conflict>): void {
  const kinds = ofFour(values, (value) => value && kindOfValue(value));
  const isList = kinds.mine === 'array';
  const kind = isList ? 'array' : 'object';
  const base = isList ? 'array' : kinds.base && 'object';
  expect(kinds).toEqual({ base, mine: kind, theirs: kind, merged: kind });
  const parts = ofFour(values, (value): Parts<string | number> => {
    if (value === null) return new Map();
    return isList ? new Map(itemsOf(value).entries()) : fieldsOf(value);
  });
  if (isList) expect(new Set(Object.values(parts).map(({ size }) => size)).size).toBe(1);
  for (const step of keysOf(parts))
    checkValue(valuesAt(parts, step), { block, path: [...path, step] }, conflicts);
}

function checkBlocks(merge: MergeCase, conflicts: Set<Conflict>): void {
  const blocks = ofFour(merge, blocksIn);
  for (const id of keysOf(blocks)) {
    const conflict = merge.result.conflicts.find((one) => one.kind === 'block' && one.block === id);
    const values = valuesAt(blocks, id);
    if (conflict === undefined) {
      checkValue(values, { block: id, path: [] }, conflicts);
      continue;
    }
    conflicts.delete(conflict);
    expect([values.mine, values.theirs]).toContain(null);
    expect(sameOrMissing(values.merged, values.theirs)).toBe(true);
    expect(conflict.mine).toBe(values.mine && rawOf(values.mine));
  }
}

function checkFields(merge: MergeCase, conflicts: Set<Conflict>): void {
  const fields = ofFour(merge, ({ root }) => fieldsOf(root));
  for (const name of keysOf(fields))
    if (name !== 'blocks' && name !== 'edges')
      checkValue(valuesAt(fields, name), { block: null, path: [name] }, conflicts);
}

/** What one side added is there, what one removed is gone; else the conflict of a block has it. */
function checkEdges(merge: MergeCase): void {
  const edges = ofFour(merge, edgesIn);
  for (const key of keysOf(edges)) {
    const { base, mine, theirs, merged } = ofFour(edges, (own) => own.get(key));
    const isMine = (mine === undefined) !== (base === undefined);
    const wanted = isMine ? mine : theirs;
    if ((merged === undefined) === (wanted === undefined)) continue;
    const ends = [wanted, merged].flatMap((edge) => (edge === undefined ? [] : endsOf(edge)));
    const undecided = merge.result.conflicts.flatMap((conflict) =>
      conflict.kind === 'block' && ends.includes(conflict.block) ? [conflict] : [],
    );
    if (wanted === undefined) expect(undecided.map((conflict) => conflict.mine)).toContain(null);
    else expect(undecided.flatMap((conflict) => conflict.edges)).toContain(rawOf(wanted));
  }
}

/** No edge hangs in the air that did not before, and an undecided deletion cuts none. */
function checkEnds(merge: MergeCase): void {
  const [blocks, edges] = [ofFour(merge, blocksIn), ofFour(merge, edgesIn)];
  for (const [key, edge] of edges.merged)
    for (const id of endsOf(edge).filter((end) => !blocks.merged.has(end)))
      for (const side of ['mine', 'theirs'] as const)
        expect(edges[side].has(key) && blocks[side].has(id)).toBe(false);
  const kept = merge.result.conflicts.flatMap((conflict) =>
    conflict.kind === 'block' && conflict.mine === null ? conflict.block : [],
  );
  for (const [key, edge] of edges.theirs) {
    const ends = endsOf(edge);
    const isWhole = ends.every((id) => blocks.merged.has(id));
    if (isWhole && ends.some((id) => kept.includes(id))) expect(edges.merged.has(key)).toBe(true);
  }
}

/** Each field changed on one side has that side's value; each changed on both is a conflict. */
export function checkMerge(merge: MergeCase): void {
  const conflicts = new Set(merge.result.conflicts.filter(({ kind }) => kind !== 'order'));
  checkFields(merge, conflicts);
  checkBlocks(merge, conflicts);
  checkEdges(merge);
  checkEnds(merge);
  // Each conflict was met where both changed the same field.
  expect([...conflicts]).toEqual([]);
}
