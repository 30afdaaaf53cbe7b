/** Finds text that Postgres can not store as JSON: U+0000 and halves of surrogate pairs. */

export interface UnstorableText {
  readonly what: string;
  /** Path of the text: `body.items[2]`; a key has the path of its object. */
  readonly place: string;
}

/** Escapes of such characters in JSON text; whole pairs are among them. */
export const mayBeUnstorable = /\\u(?:0000|[dD][89a-fA-F])/;

/** Longer paths lose their end. */
const maxPlaceLength = 200;

const whatIn = (text: string): string | null =>
  text.includes('\u0000')
    ? 'the character U+0000'
    : text.isWellFormed()
      ? null
      : 'half of a surrogate pair';

/** A list or object on the way to a value. Only its length is held, however many values it has. */
interface Level {
  readonly value: object;
  /** Null: it is a list. */
  readonly keys: readonly string[] | null;
  next: number;
}

const levelOf = (value: object): Level => ({
  value,
  keys: Array.isArray(value) ? null : Object.keys(value),
  next: 0,
});

const sizeOf = ({ keys, value }: Level): number => keys?.length ?? (value as unknown[]).length;

const itemOf = ({ keys, value, next }: Level): unknown =>
  keys === null
    ? (value as unknown[])[next]
    : (value as Readonly<Record<string, unknown>>)[keys[next] ?? ''];

const placeOf = (root: string, levels: readonly Level[]): string =>
  levels
    .reduce(
      (place, { keys, next }) =>
        place.length >= maxPlaceLength
          ? place
          : `${place}${keys === null ? `[${next - 1}]` : `.${keys[next - 1] ?? ''}`}`,
      root,
    )
    .slice(0, maxPlaceLength);

/**
 * Not recursive: a body may be nested to any depth.
 * @param root begins each path
 */
export function findUnstorableText(given: unknown, root: string): UnstorableText | null {
  const levels: Level[] = [];
  let value = given;
  for (;;) {
    if (typeof value === 'string') {
      const what = whatIn(value);
      if (what !== null) return { what, place: placeOf(root, levels) };
    } else if (value !== null && typeof value === 'object') {
      const level = levelOf(value);
      const what = level.keys?.map(whatIn).find((found) => found !== null) ?? null;
      if (what !== null) return { what: `${what} in a key`, place: placeOf(root, levels) };
      levels.push(level);
    }
    let level = levels.at(-1);
    while (level !== undefined && level.next >= sizeOf(level)) {
      levels.pop();
      level = levels.at(-1);
    }
    if (level === undefined) return null;
    value = itemOf(level);
    level.next += 1;
  }
}
