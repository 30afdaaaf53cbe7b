/** Merges one value of three definitions, as far inside as all of them have it. */
import type { Command } from '../command/command.js';
import { fieldsOf, itemsOf, type JsonValue, kindOfValue, rawOf } from '../text/json-value.js';
import { sameOrMissing } from '../text/same-value.js';
import type { Target } from '../text/target.js';
import type { FieldConflict } from './conflict.js';
import type { MergeWriter } from './merge-writer.js';

/** Null: it is missing there. */
export interface Three {
  readonly base: JsonValue | null;
  readonly mine: JsonValue | null;
  readonly theirs: JsonValue | null;
}

const isKind = (value: JsonValue | null, kind: 'object' | 'array'): value is JsonValue =>
  value !== null && kindOfValue(value) === kind;

/** Both may have added the object: then the base has none of its fields. */
function fieldsInside({ base, mine, theirs }: Three): [string, Three][] | null {
  const isObject = (value: JsonValue | null): value is JsonValue => isKind(value, 'object');
  if (!isObject(mine) || !isObject(theirs) || !(base === null || isObject(base))) return null;
  const [a, b, c] = [base && fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  const names = new Set([...(a?.keys() ?? []), ...b.keys(), ...c.keys()]);
  return [...names].map((name) => [
    name,
    { base: a?.get(name) ?? null, mine: b.get(name) ?? null, theirs: c.get(name) ?? null },
  ]);
}

/** An index names the same item only while no list grew or shrank. */
function itemsInside({ base, mine, theirs }: Three): [number, Three][] | null {
  const isList = (value: JsonValue | null): value is JsonValue => isKind(value, 'array');
  if (!isList(base) || !isList(mine) || !isList(theirs)) return null;
  const [a, b, c] = [itemsOf(base), itemsOf(mine), itemsOf(theirs)];
  if (a.length !== b.length || a.length !== c.length) return null;
  return a.map((item, index) => [
    index,
    { base: item, mine: b[index] ?? null, theirs: c[index] ?? null },
  ]);
}

const conflictOf = ({ block, path }: Target, { base, mine, theirs }: Three): FieldConflict => ({
  kind: 'field',
  block,
  path,
  base: base && rawOf(base),
  mine: mine && rawOf(mine),
  theirs: theirs && rawOf(theirs),
});

/** @returns whether one side left it as it was, or both changed it to the same */
function isSettled(writer: MergeWriter, target: Target, three: Three): boolean {
  const { base, mine, theirs } = three;
  if (sameOrMissing(mine, base) || sameOrMissing(mine, theirs)) return true;
  if (!sameOrMissing(theirs, base)) return false;
  const command: Command =
    mine === null
      ? { kind: 'removeField', target }
      : { kind: 'setField', target, value: rawOf(mine) };
  writer.write(command, conflictOf(target, three));
  return true;
}

/** For a value whose parts say nothing by themselves. */
export function mergeAsWhole(writer: MergeWriter, target: Target, three: Three): void {
  if (!isSettled(writer, target, three)) writer.conflicts.push(conflictOf(target, three));
}

export function mergeValue(writer: MergeWriter, target: Target, three: Three): void {
  if (isSettled(writer, target, three)) return;
  const inside = fieldsInside(three) ?? itemsInside(three);
  if (inside === null) writer.conflicts.push(conflictOf(target, three));
  for (const [step, values] of inside ?? [])
    mergeValue(writer, { block: target.block, path: [...target.path, step] }, values);
}
