/** A text before its editor is loaded, cut into pieces that each look one way. */
import { type CodeState, codeTokens } from '../../core/code-tokens/code-tokens.js';
import type { FieldReference } from '../../core/completion/field-references.js';
import { type JsonToken, tokensOfJson } from '../../ui/json-tokens.js';
import type { Language, Wave } from './field-problem.js';

type TokenKind = JsonToken['kind'] | 'comment';

export interface Piece {
  readonly text: string;
  readonly reference: string | null;
  readonly tone: Wave['tone'] | null;
  readonly token: TokenKind;
}

interface Marks {
  readonly references: readonly FieldReference[];
  readonly waves: readonly Wave[];
  readonly language: Language;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const covers =
  (from: number, to: number) =>
  (span: Span): boolean =>
    span.from <= from && to <= span.to;

interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** A reader of one line after another. */
function lineReader(language: Language): (line: string) => readonly Token[] {
  if (language === 'json') return tokensOfJson;
  if (language === 'text') return () => [];
  let state: CodeState = 'code';
  return (line) => {
    const read = codeTokens(line, state);
    ({ state } = read);
    return read.tokens;
  };
}

interface Line {
  readonly line: string;
  /** In the text that the marks are for. */
  readonly start: number;
  readonly read: readonly Token[];
}

function piecesOfLine({ line, start, read }: Line, { references, waves }: Marks): Piece[] {
  const end = start + line.length;
  const touches = ({ from, to }: Span): boolean => from < end && to > start;
  const chips = references.filter(touches);
  const wrong = waves.filter(touches);
  const tokens = read.map((token) => ({
    from: start + token.start,
    to: start + token.end,
    kind: token.kind,
  }));
  const cuts = new Set([start, end]);
  for (const { from, to } of [...chips, ...wrong])
    cuts.add(Math.max(from, start)).add(Math.min(to, end));
  // A chip has its own colour: tokens inside it are not cut out.
  for (const { from, to } of tokens)
    for (const cut of [from, to])
      if (!chips.some((chip) => chip.from < cut && cut < chip.to)) cuts.add(cut);
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
  const readLine = lineReader(marks.language);
  for (let start = 0; lines.length < mostLines;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    lines.push(piecesOfLine({ line, start, read: readLine(line) }, marks));
    if (found === -1) break;
    start = found + 1;
  }
  return lines;
}
