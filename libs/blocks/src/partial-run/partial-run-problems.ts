/** The problems that keep a cut draft from running: those of the blocks that it reaches. */
import type { DefinitionProblem } from '@libs/workflow';
import { definitionChecks } from '../check-definition.js';
import type { PartialRun } from './partial-run.js';

/**
 * The cut definition is checked again: the check of the draft lists a limited number of problems,
 * and an edge or a reference may lead to a block that is not part of the run.
 * @param found by the check of the whole draft
 * @returns none for a definition that every runner of this release compiles
 */
export function* partialRunProblems(
  { definition, reached }: PartialRun,
  found: readonly DefinitionProblem[],
): Generator<void, readonly DefinitionProblem[], void> {
  const known = found.filter(({ blockId }) => blockId !== null && reached.has(blockId));
  if (known.length > 0) return known;
  const checked = yield* definitionChecks(definition);
  if (checked.ok) return [];
  return checked.problems.filter(({ blockId }) => blockId === null || reached.has(blockId));
}
