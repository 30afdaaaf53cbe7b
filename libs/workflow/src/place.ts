/** Where in an author's text something is, as editors count: lines and columns from 1. Pure. */

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export function placeAt(source: string, offset: number): TextPlace {
  const before = source.slice(0, offset);
  return {
    line: before.split('\n').length,
    column: offset - (before.lastIndexOf('\n') + 1) + 1,
  };
}

/** For messages; most fields have one line only. */
export const shownPlace = ({ line, column }: TextPlace): string =>
  line === 1 ? `column ${column}` : `line ${line}, column ${column}`;
