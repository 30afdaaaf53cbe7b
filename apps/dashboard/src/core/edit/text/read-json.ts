/** Reads texts that come from outside: a pasted definition, the JSON tab, a field's value. */
import { type JsonValue, valueOf } from './json-value.js';

/** As libs/workflow: deeper values would exhaust the stack of what walks through them. */
const maxDepth = 1_000;

/** @returns null when the text is no JSON, or is nested too deeply */
export function readJson(text: string): JsonValue | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const value = valueOf(text);
  const { count, depths } = value.tree;
  return depths.subarray(0, count).some((depth) => depth > maxDepth) ? null : value;
}
