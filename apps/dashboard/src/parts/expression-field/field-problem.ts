/** What is wrong with a field, as whoever checks it says it. */
export interface FieldProblem {
  readonly message: string;
  /** Position in the text, from 1. Without it, the whole field is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly length?: number;
  /** It stops no deploy. */
  readonly isWarning?: boolean;
}

export type Language = 'text' | 'json' | 'code' | 'expression';

export interface Wave {
  readonly from: number;
  readonly to: number;
  readonly tone: 'error' | 'warning';
}

/** Where to underline it; null: nowhere. */
export function waveOf(
  text: string,
  { line, column = 1, length = 1, isWarning = false }: FieldProblem,
): Wave | null {
  if (line === undefined) return null;
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return null;
    start = end + 1;
  }
  const from = Math.min(start + column - 1, text.length);
  const to = Math.min(from + Math.max(1, length), text.length);
  return from === to ? null : { from, to, tone: isWarning ? 'warning' : 'error' };
}
