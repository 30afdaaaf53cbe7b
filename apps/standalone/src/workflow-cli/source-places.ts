/** Where a value stands in the text of a workflow file, JSON or YAML. Pure. */
import { isScalar, LineCounter, parseDocument, type Scalar } from 'yaml';

export interface SourcePlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

export type SourcePath = readonly (string | number)[];

export interface SourcePlaces {
  /**
   * @param within a place in the value's own text, if it is one
   * @returns the place of the value, or of the nearest value around it that is there
   */
  of(path: SourcePath, within?: SourcePlace): SourcePlace;
}

/** `config.conditions[0].expression` as a path. */
export function pathOf(field: string): (string | number)[] {
  const parts = field.match(/[^.[\]]+|\[\d+\]/g) ?? [];
  return parts.map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
}

/** Characters before this place in a text. */
function offsetIn(text: string, { line, column }: SourcePlace): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

const escapes: Readonly<Record<string, number>> = { u: 6, x: 4, U: 10 };

/** Source characters of a quoted text that stand for its first `count` characters. */
function sourceLength(source: string, count: number, quote: '"' | "'"): number {
  let at = 0;
  for (let left = count; left > 0 && at < source.length; left -= 1) {
    if (quote === '"' && source[at] === '\\') at += escapes[source[at + 1] ?? ''] ?? 2;
    else at += quote === "'" && source.startsWith("''", at) ? 2 : 1;
  }
  return at;
}

/** A place in the lines of a `|` text. */
function inBlock(text: string, head: number, within: SourcePlace): number {
  const first = text.indexOf('\n', head) + 1;
  const lines = text.slice(first).split('\n');
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0;
  const before = lines.slice(0, within.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return first + before + indent + within.column - 1;
}

/** Null where lines of the source are folded together. */
function offsetWithin(
  text: string,
  { range, type, value }: Scalar,
  within: SourcePlace,
): number | null {
  if (typeof value !== 'string' || range == null) return null;
  const [start, end] = range;
  if (type === 'BLOCK_LITERAL') return inBlock(text, start, within);
  const source = text.slice(start, end);
  if (type === 'BLOCK_FOLDED' || source.includes('\n')) return null;
  const count = offsetIn(value, within);
  if (type === 'QUOTE_DOUBLE') return start + 1 + sourceLength(source.slice(1), count, '"');
  if (type === 'QUOTE_SINGLE') return start + 1 + sourceLength(source.slice(1), count, "'");
  return start + count;
}

export function sourcePlaces(text: string): SourcePlaces {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const placeAt = (offset: number): SourcePlace => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  return {
    of: (path, within) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node = document.getIn(path.slice(0, length), true);
        const range = (node as Partial<Scalar> | undefined)?.range;
        if (range == null) continue;
        const isWhole = length === path.length && within !== undefined && isScalar(node);
        return placeAt((isWhole ? offsetWithin(text, node, within) : null) ?? range[0]);
      }
      return { line: 1, column: 1 };
    },
  };
}
