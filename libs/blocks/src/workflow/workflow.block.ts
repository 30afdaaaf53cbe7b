/**
 * `workflow`: runs the deployed version of another workflow of the same workspace and waits for its
 * end. `input` becomes the output of that workflow's trigger. Output `{executionId, status,
 * output}`; a child that does not succeed fails the block.
 */
import { z } from 'zod';
import { defineBlock, type BlockOutcome, succeeded } from '../block.js';
import { onError } from '../on-error.js';
import { ui } from '../hints.js';

const config = z.strictObject({
  workflowId: z
    .guid('must be the id of a workflow')
    .meta({ title: 'Workflow', ...ui('workflow') })
    .describe('Of this workspace, by id; its deployed version runs'),
  input: z.unknown().optional().describe('Output of the child’s trigger'),
  onError,
});

/** How a child ended. The control command that resumes its parent carries it too. */
const childEnd = z.object({
  executionId: z.string(),
  status: z.string(),
  output: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

function outcomeOf(data: unknown): BlockOutcome {
  const { executionId, status, output, error } = childEnd.parse(data);
  const result = succeeded(null, { executionId, status, output }, ['out']);
  if (status === 'success') return result;
  const message = error?.message ?? `The child run ended as ${status}`;
  return { ...result, error: { code: error?.code ?? 'CHILD_FAILED', message } };
}

export const workflowBlock = defineBlock({
  type: 'workflow',
  role: 'waiting',
  config,
  outputs: {
    executionId: 'of the child run',
    status: 'how it ended',
    output: 'what it gave',
  },
  recorded: ['input'],
  compile: ({ workflowId, input }, compiler) => {
    const resolve = compiler.value(input ?? {}, '.input');
    return {
      role: 'waiting',
      begin: (scope) => {
        const child = { workflowId, input: resolve(scope) };
        return { kind: 'child', dueAt: null, input: child, child };
      },
      // No timer ends this wait, because it has no due time.
      wake: ({ data }) => outcomeOf(data),
    };
  },
});
