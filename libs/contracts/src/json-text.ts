/**
 * JSON text that Postgres jsonb accepts. jsonb refuses U+0000, lone surrogates and nesting beyond
 * its stack. One such value in a block's output would stop a projection for good, so they are
 * replaced when the text is made.
 */

const suspicious = /\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}|[dD][c-fC-F][0-9a-fA-F]{2})/;

/**
 * The same escapes, unless a preceding backslash escapes theirs. The serialiser escapes a surrogate
 * only when it is lone.
 */
const unstorable = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})(?<=(?:^|[^\\])(?:\\\\)*\\u.{4})/g;

/** Far more than people write, far less than a parser's stack holds. */
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

/**
 * Whether a JSON value is nested deeper than `levels`. It recurses no further, because a deeply
 * nested value could exhaust the stack.
 */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((inner) => isDeeperThan(levels - 1, inner));
  for (const name in value)
    if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[name])) return true;
  return false;
}

/**
 * Serialises a value; `undefined` becomes `null`.
 * @param onReplaced called when a character was replaced
 */
export function toJsonText(value: unknown, onReplaced?: () => void): string {
  let text: unknown;
  try {
    text = JSON.stringify(value ?? null);
  } catch (error) {
    // The serialiser ran out of stack.
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(storable(value));
  }
  if (typeof text !== 'string') return 'null';
  // Checks the value, not the text: a value with ten megabytes in one string has few levels.
  if (text.length >= 2 * maxDepth && isDeeperThan(maxDepth, value))
    return JSON.stringify(storable(JSON.parse(text)));
  // Replaces within the text: parsing it again would cost several times as much.
  if (!suspicious.test(text)) return text;
  const replaced = text.replace(unstorable, '\ufffd');
  if (replaced !== text) onReplaced?.();
  return replaced;
}
