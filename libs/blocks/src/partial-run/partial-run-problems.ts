/** The problems that keep a cut draft from running: those of the blocks that it reaches. */
import type { DefinitionProblem } from '@libs/workflow';
import { definitionChecks } from '../check-definition.js';
import type { PartialRun } from './partial-run.js';

/** @returns none for a definition that every runner of this release compiles */
export function* partialRunProblems({
  definition,
  reached,
}: PartialRun): Generator<void, readonly DefinitionProblem[], void> {
  const checked = yield* definitionChecks(definition);
  if (checked.ok) return [];
  return checked.problems.filter(({ blockId }) => blockId === null || reached.has(blockId));
}
