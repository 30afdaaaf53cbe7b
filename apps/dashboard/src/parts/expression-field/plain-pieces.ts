/** A text before its editor is loaded, cut into pieces that each look one way. */
import type { FieldReference } from '../../core/completion/field-references.js';
import { type JsonToken, tokensOfJson } from '../../ui/json-tokens.js';
import type { Wave } from './field-problem.js';

export interface Piece {
  readonly text: string;
  readonly reference: string | null;
  readonly tone: Wave['tone'] | null;
  readonly token: JsonToken['kind'];
}

interface Marks {
  readonly references: readonly FieldReference[];
  readonly waves: readonly Wave[];
  readonly isJson: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const covers =
  (from: number, to: number) =>
  (span: Span): boolean =>
    span.from <= from && to <= span.to;

/** @param start of the line in the text that the marks are for */
function piecesOfLine(line: string, start: number, { references, waves, isJson }: Marks): Piece[] {
  const end = start + line.length;
  const touches = ({ from, to }: Span): boolean => from < end && to > start;
  const chips = references.filter(touches);
  const wrong = waves.filter(touches);
  const tokens = (isJson ? tokensOfJson(line) : []).map((token) => ({
    ...{ from: start + token.start, to: start + token.end, kind: token.kind },
  }));
  const cuts = new Set([start, end]);
  for (const { from, to } of [...chips, ...wrong])
    cuts.add(Math.max(from, start)).add(Math.min(to, end));
  // A chip has its own colour: tokens inside it are not cut out.
  for (const { from } of tokens)
    if (!chips.some((chip) => chip.from < from && from < chip.to)) cuts.add(from);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((to, at) => {
    const from = sorted[at] ?? start;
    return {
      text: line.slice(from - start, to - start),
      reference: chips.find(covers(from, to))?.text ?? null,
      tone: wrong.find(covers(from, to))?.tone ?? null,
      token: tokens.find((token) => token.from <= from && from < token.to)?.kind ?? 'plain',
    };
  });
}

export function plainLines(text: string, marks: Marks, mostLines: number): Piece[][] {
  const lines: Piece[][] = [];
  for (let start = 0; lines.length < mostLines;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    lines.push(piecesOfLine(text.slice(start, end), start, marks));
    if (found === -1) break;
    start = found + 1;
  }
  return lines;
}
