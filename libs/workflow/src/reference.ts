/**
 * References of the form `<block.path.to[0].field>` and secrets `{{NAME}}` inside author-written strings (spec 1.2).
 * Block names match case-insensitively and without spaces. `<b>` is text unless a block has that name: authors write HTML.
 */

export interface ParsedReference {
  /** Block name as written, or `variable`, `loop`, `parallel`. */
  readonly name: string;
  readonly path: readonly string[];
  /** The text between and including the brackets, for messages. */
  readonly text: string;
}

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reference'; readonly reference: ParsedReference }
  | { readonly kind: 'secret'; readonly name: string };

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
 */
export function parseText(
  source: string,
  isBlockName: (normalized: string) => boolean,
): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of source.matchAll(token)) {
    const [text, name, path, secret] = match;
    if (
      secret === undefined &&
      name !== undefined &&
      path === '' &&
      !isBlockName(normalizeName(name))
    )
      continue;
    if (match.index > end) parts.push({ kind: 'text', text: source.slice(end, match.index) });
    if (secret !== undefined) parts.push({ kind: 'secret', name: secret });
    else
      parts.push({
        kind: 'reference',
        reference: { name: name ?? '', path: parsePath(path ?? ''), text },
      });
    end = match.index + text.length;
  }
  if (end < source.length || parts.length === 0)
    parts.push({ kind: 'text', text: source.slice(end) });
  return parts;
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
