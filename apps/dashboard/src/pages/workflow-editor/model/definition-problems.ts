/** Problems of one field of the definition itself, by their place in it. Pure. */
import { type CheckNote, type FormProblem, stepsOf } from '../../../core/form/form-problem.js';

export const definitionProblems = (
  notes: readonly CheckNote[],
  field: string,
): readonly FormProblem[] =>
  notes.flatMap(({ blockId, field: place, message, line, column, length }) => {
    const [first, ...path] = stepsOf(place);
    if (blockId !== null || first !== field) return [];
    return [{ path, message, severity: 'problem' as const, line, column, length }];
  });
