/** What is said about the text of a field, and to whom. */
import { type Mistake, referencesIn } from '../../core/completion/field-references.js';
import type { Scope } from '../../core/completion/scope.js';
import { type FieldProblem, type Language, waveOf } from './field-problem.js';
import { type Piece, plainLines } from './plain-pieces.js';
import { waveOfMistake } from './waves.js';

export interface FieldMarks {
  /** The first name that nothing has. */
  readonly mistake: Mistake | null;
  /** What was said about the field and is not that. */
  readonly problem: FieldProblem | null;
  /** Of what is written in. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface FieldText {
  readonly value: string;
  readonly language: Language;
  readonly scope: Scope;
  readonly problem: FieldProblem | null;
  readonly mistakes: readonly Mistake[];
}

/** @param id the elements beside the field have ids that begin with it */
export function fieldMarks(
  id: string,
  { value, problem, mistakes }: FieldText,
  hasHint: boolean,
): FieldMarks {
  const mistake = mistakes[0] ?? null;
  const wave = problem === null ? null : waveOf(value, problem);
  // A check of the server says the same a little later.
  const isSaid = wave !== null && mistakes.some(({ from, to }) => from < wave.to && to > wave.from);
  const rest = isSaid ? null : problem;
  const described = [
    mistake === null ? [] : `${id}wrong`,
    rest === null ? [] : `${id}problem`,
    hasHint ? `${id}hint` : [],
  ].flat();
  const isInvalid =
    (mistake !== null && waveOfMistake(mistake).tone === 'error') ||
    (rest !== null && rest.isWarning !== true);
  const attributes = {
    'aria-labelledby': `${id}label`,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  };
  return { mistake, problem: rest, attributes };
}

/** Of plain text: the editor shows the rest. */
const mostLines = 200;

export function plainLinesOf({ value, language, scope, problem, mistakes }: FieldText): Piece[][] {
  const isJson = language === 'json';
  const wave = problem === null ? null : waveOf(value, problem);
  const waves = [...mistakes.map(waveOfMistake), ...(wave === null ? [] : [wave])];
  const references = referencesIn(value, scope, isJson);
  return plainLines(value, { references, waves, language }, mostLines);
}
