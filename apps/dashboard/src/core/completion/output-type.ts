/** The type of a declared output, from the words that its block type has for it. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^list\b/, 'list'],
  [/^whether\b/, 'boolean'],
  [/ISO 8601/, 'date'],
  [/^(number|HTTP status|how many)\b/, 'number'],
  [/^`\{/, 'object'],
  [/^headers\b/, 'object'],
  [/^(text|the port|the model|where to post|the same without)\b|where to post$/, 'text'],
  [/^`[a-z-]+`, `/, 'text'],
];

export const outputType = (text: string): string =>
  types.find(([words]) => words.test(text))?.[1] ?? 'any';
