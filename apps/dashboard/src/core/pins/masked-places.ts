/** Where a JSON text has what logs show in place of a secret. The server judges; this finds. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const stringLiteral = /"(?:[^"\\\n\r]|\\.)*"/g;
const wholeMasks: ReadonlySet<string> = new Set(['"[secret]"', '"$encrypted"']);

export function maskedPlaces(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const { index, 0: literal } of text.matchAll(stringLiteral))
    if (literal.includes('***') || wholeMasks.has(literal))
      found.push({ from: index, to: index + literal.length });
  return found;
}

/** The first one at or after a place, or from the beginning again. Null: there is none. */
export function nextMasked(text: string, after: number): TextRange | null {
  const places = maskedPlaces(text);
  return places.find(({ from }) => from >= after) ?? places[0] ?? null;
}
