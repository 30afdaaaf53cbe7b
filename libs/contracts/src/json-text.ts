/**
 * JSON text that Postgres jsonb accepts. jsonb refuses U+0000, lone surrogates and nesting beyond its stack, and one such value in
 * a block's output would stop a projection for good; so they are replaced where the text is made.
 */
import { isDeeperThan } from './json-depth.js';

const suspicious = /\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}|[dD][c-fC-F][0-9a-fA-F]{2})/;

/** The same escapes where no backslash is before theirs; the serialiser escapes surrogates only when they are alone. */
const unstorable = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})(?<=(?:^|[^\\])(?:\\\\)*\\u.{4})/g;

/** Far beyond what people write, far below what a parser's stack holds. */
const maxDepth = 500;
const tooDeep = '[nested too deeply]';

function storable(value: unknown, depth = 1): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '\ufffd');
  if (value === null || typeof value !== 'object') return value;
  if (depth > maxDepth) return tooDeep;
  if (Array.isArray(value)) return value.map((inner) => storable(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [storable(k), storable(v, depth + 1)]),
  );
}

/** Serialises a value; `undefined` becomes `null`. */
export function toJsonText(value: unknown): string {
  let text: unknown;
  try {
    text = JSON.stringify(value ?? null);
  } catch (error) {
    // The serialiser's own stack.
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(storable(value));
  }
  if (typeof text !== 'string') return 'null';
  // The value, not the text: one with ten megabytes in a string has few levels to look at.
  if (text.length >= 2 * maxDepth && isDeeperThan(maxDepth, value))
    return JSON.stringify(storable(JSON.parse(text)));
  // In the text: to parse it once more would cost several times as much.
  return suspicious.test(text) ? text.replace(unstorable, '\ufffd') : text;
}
