/** Definitions that passed every check; a failed check is 422 naming each block and field. */
import { checkDefinition, type CheckedDefinition } from '@libs/blocks';
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

/** @throws ApiError 422 `INVALID_WORKFLOW` with all problems at once */
export function checkedDefinition(definition: unknown): CheckedDefinition {
  const checked = checkDefinition(definition);
  if (!checked.ok) throw invalidWorkflow(checked.problems);
  return checked;
}
