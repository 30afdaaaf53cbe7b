/** The fields in which two values differ, each as far inside as both have it. */
import {
  fieldsOf,
  itemsOf,
  type JsonValue,
  kindOfValue,
  type Path,
  rawOf,
} from '../text/json-value.js';
import { sameOrMissing } from '../text/same-value.js';

export interface FieldChange {
  readonly path: Path;
  /** As JSON text; null: the field is missing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Null: the values have no parts that can be compared one by one. */
function parts(
  a: JsonValue,
  b: JsonValue,
): (readonly [string | number, JsonValue | null, JsonValue | null])[] | null {
  const kind = kindOfValue(a);
  if (kind !== kindOfValue(b)) return null;
  if (kind === 'object') {
    const [fieldsA, fieldsB] = [fieldsOf(a), fieldsOf(b)];
    const names = new Set([...fieldsA.keys(), ...fieldsB.keys()]);
    return [...names].map((name) => [name, fieldsA.get(name) ?? null, fieldsB.get(name) ?? null]);
  }
  const [itemsA, itemsB] = [itemsOf(a), itemsOf(b)];
  // An item that was put in or taken out moves the others: their indexes say nothing then.
  if (kind !== 'array' || itemsA.length !== itemsB.length) return null;
  return itemsA.map((item, index) => [index, item, itemsB[index] ?? null]);
}

export function fieldChanges(
  before: JsonValue | null,
  after: JsonValue | null,
  path: Path = [],
): FieldChange[] {
  if (sameOrMissing(before, after)) return [];
  const inside = before && after && parts(before, after);
  if (inside === null)
    return [{ path, before: before && rawOf(before), after: after && rawOf(after) }];
  return inside.flatMap(([step, a, b]) => fieldChanges(a, b, [...path, step]));
}
