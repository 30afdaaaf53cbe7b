/** An answer of unknown shape as lines of a name and a value: what a newer server adds is shown. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

const most = 200;

function linesOf(value: unknown, name: string): Fact[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) =>
      linesOf(inner, name === '' ? key : `${name}.${key}`),
    );
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [{ name, value: String(value) }]
    : [];
}

export const factsOf = (answer: unknown): Fact[] => linesOf(answer, '').slice(0, most);
