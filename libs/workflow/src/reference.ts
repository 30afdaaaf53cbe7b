/**
 * References of the form `<block.path.to[0].field>` and secrets `{{NAME}}` in author-written
 * strings (spec 1.2). Block names match without regard to case and spaces. `<b>` is text unless a
 * block has that name: authors write HTML. A backslash before a reference makes it text: `\<a.b>`
 * is `<a.b>`. This is the only parser, so a save checks exactly what a run resolves.
 */

export interface ParsedReference {
  /** Block name as written, or `variable`, `env`, `loop`, `parallel`. */
  readonly name: string;
  readonly path: readonly string[];
  /** The source text of the reference with its brackets, for messages. */
  readonly text: string;
}

/** Where a reference or a secret stands in the source, with its brackets. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** `offset`: where the part begins in the source. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | ({ readonly kind: 'reference'; readonly reference: ParsedReference } & Span)
  | ({ readonly kind: 'secret'; readonly name: string } & Span);

/** The form in which block names are compared. */
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
 * @param count called for each reference and secret
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
      // The backslash is dropped; the token that it protects becomes text.
      pushText(offset - 1);
      end = offset;
      continue;
    }
    count();
    pushText(offset);
    const { length } = text;
    parts.push(
      isReference
        ? { kind: 'reference', reference: { name, path: parsePath(path), text }, offset, length }
        : { kind: 'secret', name: secret, offset, length },
    );
    end = offset + length;
  }
  pushText(source.length);
  return parts.length === 0 ? [{ kind: 'text', text: '', offset: 0 }] : parts;
}

/** Follows a path into JSON data: own properties only, `null` where nothing is found. */
export function follow(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, key))
      return null;
    current = (current as Record<string, unknown>)[key];
  }
  return current ?? null;
}
