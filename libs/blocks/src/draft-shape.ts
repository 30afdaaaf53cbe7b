/**
 * The least that a stored draft has, so that it can be read, shown and searched: blocks with ids,
 * types and names. All else, unknown fields included, stays as its author wrote it.
 */
import { measure, type WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';
import { maxDefinitionLength, maxDefinitionWeight } from './check/read-shape.js';

const draftShape = z.looseObject({
  blocks: z.array(
    z.looseObject({
      id: z.string().min(1),
      type: z.string(),
      name: z.string(),
      config: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  edges: z.array(z.looseObject({})).default([]),
});

/**
 * @returns null when it is too large or has another shape. Its edges, and all that a block has
 * besides these fields, may be anything: check the draft before it runs.
 */
export function storableDraft(input: unknown): WorkflowDefinition | null {
  const { overflow } = measure(input, maxDefinitionLength, maxDefinitionWeight);
  if (overflow !== null) return null;
  const parsed = draftShape.safeParse(input);
  return parsed.success ? (parsed.data as unknown as WorkflowDefinition) : null;
}
