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

/**
 * Not recursive: a body may be nested to any depth.
 * @param root begins each path
 */
export function findUnstorableText(given: unknown, root: string): UnstorableText | null {
  const open: (readonly [value: unknown, place: string])[] = [[given, root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, place] = next;
    if (typeof value === 'string') {
      const what = whatIn(value);
      if (what !== null) return { what, place };
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries())
        open.push([item, `${place}[${index}]`.slice(0, maxPlaceLength)]);
    else if (value !== null && typeof value === 'object')
      for (const [key, item] of Object.entries(value)) {
        const what = whatIn(key);
        if (what !== null) return { what: `${what} in a key`, place };
        open.push([item, `${place}.${key}`.slice(0, maxPlaceLength)]);
      }
  }
  return null;
}
