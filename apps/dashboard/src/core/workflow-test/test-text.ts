/** A test as the JSON text that a person edits. Numbers keep their digits. Pure. */
import { indented, parseExact } from '../json/exact-json.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null: it is no JSON, or no object. */
export function readTestText(text: string): Fields | null {
  try {
    const value = parseExact(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

export function nameInTest(text: string): string {
  const name = readTestText(text)?.['name'];
  return typeof name === 'string' ? name : '';
}

export function hasPart(text: string, path: readonly string[]): boolean {
  let at: unknown = readTestText(text);
  for (const name of path) {
    if (!isFields(at) || !Object.hasOwn(at, name)) return false;
    at = at[name];
  }
  return true;
}

function changed(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = fields[name];
  const next = rest.length === 0 ? value : changed(isFields(inner) ? inner : {}, rest, value);
  if (next !== undefined) return { ...fields, [name]: next };
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}

/** @param value undefined: takes the field out. A text that is no JSON stays as it is */
export function withPart(text: string, path: readonly string[], value: unknown): string {
  const fields = readTestText(text);
  return fields === null ? text : indented(changed(fields, path, value));
}
