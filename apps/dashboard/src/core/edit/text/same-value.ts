/**
 * Whether two values say the same. The order of fields, white space, escapes and the way a number
 * is written do not count; its value does, digit by digit.
 */
import {
  fieldsOf,
  itemsOf,
  type JsonValue,
  kindOfValue,
  rawOf,
  stringOf,
  valueOf,
} from './json-value.js';
import { numberKey } from './number-text.js';

function sameValue(a: JsonValue, b: JsonValue): boolean {
  const kind = kindOfValue(a);
  if (kind !== kindOfValue(b)) return false;
  const [rawA, rawB] = [rawOf(a), rawOf(b)];
  if (rawA === rawB) return true;
  switch (kind) {
    case 'constant':
      return false;
    case 'number':
      return numberKey(rawA) === numberKey(rawB);
    case 'string':
      return stringOf(a) === stringOf(b);
    case 'array':
      return sameItems(itemsOf(a), itemsOf(b));
    case 'object':
      return sameFields(fieldsOf(a), fieldsOf(b));
  }
}

function sameItems(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    const other = b[index];
    return other !== undefined && sameValue(item, other);
  });
}

function sameFields(a: ReadonlyMap<string, JsonValue>, b: ReadonlyMap<string, JsonValue>): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([name, field]) => {
    const other = b.get(name);
    return other !== undefined && sameValue(field, other);
  });
}

/** The same for values that may be missing. */
export const sameOrMissing = (a: JsonValue | null, b: JsonValue | null): boolean =>
  a === null || b === null ? a === b : sameValue(a, b);

export const sameJson = (a: string, b: string): boolean =>
  a === b || sameValue(valueOf(a), valueOf(b));
