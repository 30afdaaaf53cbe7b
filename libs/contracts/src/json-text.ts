/**
 * JSON text that Postgres jsonb accepts. jsonb refuses U+0000 and lone surrogates, and one such string in a block's
 * output would stop a projection for good; so they are replaced by U+FFFD where the text is made.
 */
const suspicious = /\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}|[dD][c-fC-F][0-9a-fA-F]{2})/;

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '\ufffd');
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [wellFormed(k), wellFormed(v)]),
    );
  }
  return value;
}

/** Serialises a value; `undefined` becomes `null`. */
export function toJsonText(value: unknown): string {
  const text = JSON.stringify(value ?? null) as string | undefined;
  if (text === undefined) return 'null';
  return suspicious.test(text) ? JSON.stringify(wellFormed(JSON.parse(text))) : text;
}
