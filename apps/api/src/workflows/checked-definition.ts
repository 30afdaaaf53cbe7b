/** Definitions that passed every check; a failed check is 422 naming each block and field. */
import { definitionChecks, type CheckedDefinition, type DefinitionCheck } from '@libs/blocks';
import { runInTurns } from '@libs/event-loop';
import type { DefinitionProblem } from '@libs/workflow';
import { ApiError } from '../errors/api-error.js';

export function invalidWorkflow(problems: readonly DefinitionProblem[]): ApiError {
  const [first] = problems;
  const place =
    first === undefined
      ? ''
      : `: ${first.blockId === null ? '' : `block "${first.blockId}", `}${first.field}: ${first.message}`;
  return new ApiError(422, 'INVALID_WORKFLOW', `The workflow is not valid${place}`, problems);
}

/** A large definition takes several turns of the event loop, half a second together. */
export const checkInTurns = (definition: unknown): Promise<DefinitionCheck> =>
  runInTurns(definitionChecks(definition));

/** @throws ApiError 422 `INVALID_WORKFLOW` with all problems at once */
export async function checkedDefinition(definition: unknown): Promise<CheckedDefinition> {
  const checked = await checkInTurns(definition);
  if (!checked.ok) throw invalidWorkflow(checked.problems);
  return checked;
}
