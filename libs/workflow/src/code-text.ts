/**
 * Author code with names in place of its references, as a JavaScript parser reads it. Remembers
 * where each piece came from, so that parser errors name positions in the author's text.
 */
import { placeAt, type TextPlace } from './place.js';
import type { TextPart } from './reference.js';

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
