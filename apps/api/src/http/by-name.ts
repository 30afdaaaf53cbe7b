/** Values by name; a name that occurs more than once gets a list of its values. */
export function byName<T>(pairs: readonly (readonly [string, T])[]): Record<string, T | T[]> {
  const lists = new Map<string, T[]>();
  for (const [name, value] of pairs) {
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [value]);
    else list.push(value);
  }
  return Object.fromEntries(
    [...lists].map(([name, [first, ...more]]) => [
      name,
      more.length === 0 ? (first as T) : [first as T, ...more],
    ]),
  );
}
