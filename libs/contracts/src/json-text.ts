/**
 * JSON text that Postgres jsonb accepts. jsonb refuses U+0000, lone surrogates and nesting beyond its stack, and one such value in
 * a block's output would stop a projection for good; so they are replaced where the text is made.
 */
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

/** Counts brackets, also those in strings: too many of them only costs a closer look. */
function mayBeDeep(text: string): boolean {
  if (text.length < 2 * maxDepth) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
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
  if (mayBeDeep(text)) return JSON.stringify(storable(JSON.parse(text)));
  // In the text: to parse it once more would cost several times as much.
  return suspicious.test(text) ? text.replace(unstorable, '\ufffd') : text;
}
