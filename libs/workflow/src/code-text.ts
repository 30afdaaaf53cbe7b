/**
 * Author code with names in place of its references, as a JavaScript parser reads it. Remembers
 * where each piece came from, so that parser errors name positions in the author's text.
 */
import type { TextPart } from './reference.js';

/** A position in an author's text as editors count: lines and columns from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Not by a regular expression: a text may have millions of lines. */
function placeFrom(source: string, offset: number, line: number, start: number): TextPlace {
  for (;;) {
    const end = source.indexOf('\n', start);
    if (end === -1 || end >= offset) return { line, column: offset - start + 1 };
    line += 1;
    start = end + 1;
  }
}

export const placeAt = (source: string, offset: number): TextPlace =>
  placeFrom(source, offset, 1, 0);

const linesApart = 1_024;

/** The starts of the first line and of each 1,024th after it. */
function someLineStarts(source: string): number[] {
  const starts = [0];
  let line = 1;
  for (let end = source.indexOf('\n'); end !== -1; end = source.indexOf('\n', end + 1)) {
    line += 1;
    if (line % linesApart === 1) starts.push(end + 1);
  }
  return starts;
}

/** Places in one text after another. Some line starts of the last text are kept. */
export class Places {
  #source = '';
  #starts: readonly number[] = [0];

  at(source: string, offset: number): TextPlace {
    if (source !== this.#source) {
      this.#source = source;
      this.#starts = someLineStarts(source);
    }
    const starts = this.#starts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return placeFrom(source, offset, low * linesApart + 1, starts[low] ?? 0);
  }
}

/** For messages. The line is left out when it is 1, since most fields have only one. */
export const shownPlace = ({ line, column }: TextPlace): string =>
  line === 1 ? `column ${column}` : `line ${line}, column ${column}`;

export interface CodeText {
  readonly code: string;
  /** Position in the author's text of a character of the code. */
  placeOf(codeOffset: number): TextPlace;
}

/** @param nameOf gives the name that stands for a reference or a secret */
export function codeText(
  source: string,
  parts: readonly TextPart[],
  nameOf: (part: Exclude<TextPart, { readonly kind: 'text' }>) => string,
): CodeText {
  let code = '';
  const pieces: { readonly at: number; readonly offset: number; readonly isText: boolean }[] = [];
  for (const part of parts) {
    const isText = part.kind === 'text';
    pieces.push({ at: code.length, offset: part.offset, isText });
    code += isText ? part.text : nameOf(part);
  }
  return {
    code,
    placeOf: (codeOffset) => {
      const piece = pieces.findLast(({ at }) => at <= codeOffset);
      if (piece === undefined) return placeAt(source, 0);
      return placeAt(source, piece.offset + (piece.isText ? codeOffset - piece.at : 0));
    },
  };
}
