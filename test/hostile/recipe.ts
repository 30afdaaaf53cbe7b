/**
 * Compact form of texts with megabytes, so that a finding is a small file: `{ "$text": [["a",
 * 7000], ["b", 1]] }` anywhere in a JSON value stands for that text.
 */
export interface TextRecipe {
  readonly $text: readonly (readonly [piece: string, times: number])[];
}

const isRecipe = (value: object): value is TextRecipe => '$text' in value;

export const text = (...pieces: [piece: string, times: number][]): TextRecipe => ({
  $text: pieces,
});

export const textOf = (recipe: TextRecipe | string): string =>
  typeof recipe === 'string'
    ? recipe
    : recipe.$text.map(([piece, times]) => piece.repeat(times)).join('');

export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (value === null || typeof value !== 'object') return value;
  if (isRecipe(value)) return textOf(value);
  // Not an assignment per key: `__proto__` must stay an own property.
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, expand(field)]));
}
