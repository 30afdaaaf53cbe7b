/** One or two letters for a person's round picture: of a name, or of the part before the `@`. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._+-]+/).filter((word) => word !== '');
  const [first = '?', ...rest] = words.map((word) =>
    String.fromCodePoint(word.codePointAt(0) ?? 0),
  );
  return `${first}${rest.at(-1) ?? ''}`.toLocaleUpperCase();
}
