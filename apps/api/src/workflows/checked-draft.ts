/** A draft that may be stored: valid, or with its problems if the caller allows that. */
import { type DefinitionCheck, storableDraft } from '@libs/blocks';
import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import type { EntityManager } from 'typeorm';
import { checkInTurns, invalidWorkflow } from './checked-definition.js';
import { deployedVersionOf } from './stored-workflow.js';
import { holdPaths } from './trigger-paths.js';

/** A person reads no more of them, and they are stored and sent with each answer. */
const maxStored = 1_000;
/** Limit of the stored problems as JSON: a message may name ids and ports of any length. */
const maxStoredLength = 256 * 1_024;

export interface CheckedDraft {
  readonly definition: WorkflowDefinition;
  /** As its author sent it; null for one that the service made. */
  readonly text: string | null;
  /** Empty for a valid draft. */
  readonly problems: readonly DefinitionProblem[];
  readonly checked: DefinitionCheck;
}

/**
 * @param text of the definition, as it was sent; null: the service made it
 * @throws ApiError 422 `INVALID_WORKFLOW` for problems that are not allowed, or another shape
 */
export async function checkedDraft(
  definition: unknown,
  text: string | null,
  allowProblems: boolean,
): Promise<CheckedDraft> {
  const checked = await checkInTurns(definition);
  if (checked.ok) return { definition: checked.definition, text, problems: [], checked };
  const draft = allowProblems ? storableDraft(definition) : null;
  if (draft === null) throw invalidWorkflow(checked.problems);
  return { definition: draft, text, problems: checked.problems, checked };
}

/**
 * Gives the workflow this draft, in the caller's transaction. Only a valid draft holds its trigger
 * path; a path that another workflow has is a problem like any other.
 * @throws ApiError 422 `INVALID_WORKFLOW` for a path that is taken, unless problems are allowed
 */
export async function takeDraft(
  manager: EntityManager,
  workflow: WorkflowEntity,
  { definition, text, problems }: Pick<CheckedDraft, 'definition' | 'text' | 'problems'>,
  allowProblems: boolean,
): Promise<void> {
  const deployed = await deployedVersionOf(manager, workflow);
  const valid = problems.length === 0 ? [definition] : [];
  const served = deployed === null ? [] : [deployed.definition];
  const taken = await holdPaths(manager, workflow, [...valid, ...served]);
  if (taken !== null && !allowProblems) throw invalidWorkflow([taken]);
  const left = taken === null ? storedOf(problems) : [taken];
  workflow.draft = definition;
  workflow.draftText = text;
  workflow.problems = left.length === 0 ? null : left;
}

/** The first problems, as many as may be stored. */
function storedOf(problems: readonly DefinitionProblem[]): readonly DefinitionProblem[] {
  let length = 0;
  const first = problems.slice(0, maxStored);
  const end = first.findIndex((problem) => {
    length += JSON.stringify(problem).length;
    return length > maxStoredLength;
  });
  // At least one: a draft with problems must not look valid.
  return end === -1 ? first : first.slice(0, Math.max(1, end));
}
