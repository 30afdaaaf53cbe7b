/** A position in an author's text as editors count: lines and columns from 1. Pure. */

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

/** For messages. The line is left out when it is 1, since most fields have only one. */
export const shownPlace = ({ line, column }: TextPlace): string =>
  line === 1 ? `column ${column}` : `line ${line}, column ${column}`;
