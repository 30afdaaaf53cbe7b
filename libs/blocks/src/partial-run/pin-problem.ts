/** Whether runs of a draft may take an output in place of a block's own. Pure. */
import type { WorkflowDefinition } from '@libs/workflow';
import { shapeOf } from '../workflow-shape.js';
import { pinnedResults } from './pinned-results.js';

/** @returns why not, for its author; null when they may */
export function pinProblem(
  definition: WorkflowDefinition,
  blockId: string,
  output: unknown,
): string | null {
  const { refused } = pinnedResults(definition, shapeOf(definition), { [blockId]: output });
  return refused[0]?.message ?? null;
}
