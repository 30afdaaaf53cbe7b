/** Cuts JSON into coloured pieces. Total: what is no JSON stays plain, and nothing is lost. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'plain';
  readonly start: number;
  readonly end: number;
}

/** A string, with the colon if it is a key; or a number or a constant. */
const coloured =
  /"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)|-?\b\d[\d.]*(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/g;

export function tokensOfJson(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let at = 0;
  for (const match of text.matchAll(coloured)) {
    const { index } = match;
    const end = index + match[0].length;
    if (index > at) tokens.push({ kind: 'plain', start: at, end: index });
    tokens.push({ kind: kindOf(match), start: index, end });
    at = end;
  }
  if (at < text.length) tokens.push({ kind: 'plain', start: at, end: text.length });
  return tokens;
}

function kindOf([text, colon]: RegExpMatchArray): JsonToken['kind'] {
  if (!text.startsWith('"')) return 'number';
  return colon === undefined ? 'string' : 'key';
}
