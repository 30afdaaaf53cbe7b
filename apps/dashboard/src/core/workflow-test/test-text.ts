/** A test as the JSON text that a person edits. Numbers keep their digits. Pure. */
import { applyCommand } from '../edit/command/apply-command.js';
import { isRefusal } from '../edit/patch/refusal.js';
import { WorkflowText } from '../edit/text/workflow-text.js';
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

/**
 * All else keeps its bytes.
 * @param value undefined: takes the field out. A text that is no JSON stays as it is
 */
export function withPart(text: string, path: readonly string[], value: unknown): string {
  const document = readTestText(text) === null ? null : WorkflowText.read(text);
  if (document === null) return text;
  const target = { block: null, path };
  const edited = applyCommand(
    document,
    value === undefined
      ? { kind: 'removeField', target }
      : { kind: 'setField', target, value: indented(value) },
  );
  if (!isRefusal(edited)) return edited.document.text;
  const [name, ...around] = path.toReversed();
  // What should hold the part is no object: the part takes its place.
  return value === undefined || name === undefined || around.length === 0
    ? text
    : withPart(text, around.toReversed(), { [name]: value });
}
