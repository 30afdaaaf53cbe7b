/**
 * References of the form `<block.path.to[0].field>` and secrets `{{NAME}}` inside author-written strings (spec 1.2).
 * Block names match case-insensitively and without spaces. `<b>` is text unless a block has that name: authors write HTML.
 * A backslash before one makes it text: `\\<a.b>` is `<a.b>`. The only parser: what is checked on save is what is resolved.
 */

export interface ParsedReference {
  /** Block name as written, or `variable`, `loop`, `parallel`. */
  readonly name: string;
  readonly path: readonly string[];
  /** The text between and including the brackets, for messages. */
  readonly text: string;
}

/** `offset`: where it begins in the source. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'reference'; readonly reference: ParsedReference; readonly offset: number }
  | { readonly kind: 'secret'; readonly name: string; readonly offset: number };

/** The form under which block names are compared. */
export const normalizeName = (name: string): string => name.replace(/\s+/g, '').toLowerCase();

const token =
  /<([A-Za-z_][A-Za-z0-9_ -]*)((?:\.[A-Za-z0-9_$-]+|\[(?:\d+|"[^"\]]*"|'[^'\]]*')\])*)>|\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;
const segment = /\.([A-Za-z0-9_$-]+)|\[(\d+)\]|\["([^"\]]*)"\]|\['([^'\]]*)'\]/g;

function parsePath(text: string): string[] {
  return [...text.matchAll(segment)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '',
  );
}

/**
 * Splits a string into text, references and secrets.
 * @param isBlockName tells whether a bare `<name>` is a reference
 * @param count is called for each reference and secret
 */
export function parseText(
  source: string,
  isBlockName: (normalized: string) => boolean,
  count: () => void = () => undefined,
): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const pushText = (until: number): void => {
    if (until > end) parts.push({ kind: 'text', text: source.slice(end, until), offset: end });
  };
  for (const match of source.matchAll(token)) {
    const { index: offset } = match;
    const [text, name = '', path = '', secret] = match;
    const isReference = secret === undefined;
    if (isReference && path === '' && !isBlockName(normalizeName(name))) continue;
    if (source[offset - 1] === '\\') {
      // The backslash goes; what it protects is text like what follows.
      pushText(offset - 1);
      end = offset;
      continue;
    }
    count();
    pushText(offset);
    parts.push(
      isReference
        ? { kind: 'reference', reference: { name, path: parsePath(path), text }, offset }
        : { kind: 'secret', name: secret, offset },
    );
    end = offset + text.length;
  }
  pushText(source.length);
  return parts.length === 0 ? [{ kind: 'text', text: '', offset: 0 }] : parts;
}

/** Follows a path into JSON data: own properties only, `null` where there is nothing. */
export function follow(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key))
      return null;
    current = (current as Record<string, unknown>)[key];
  }
  return current ?? null;
}
