/** Approvals that wait, in answers. */
import { z } from 'zod';
import { answer, instant, page, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

export const approvalsQuery = z.strictObject({
  ...pageParameters,
  state: z.literal('waiting').default('waiting').meta({ example: 'waiting' }),
});
export type ApprovalsParameters = z.output<typeof approvalsQuery>;

const approvalView = z.object({
  executionId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  blockId: z.string(),
  blockName: z.string(),
  iteration: z.string(),
  message: z.string().nullable().describe('Its first 10,000 characters.'),
  since: instant,
  expiresAt: instant.nullable(),
});
export type ApprovalView = View<typeof approvalView>;

export const approvalPage = answer('ApprovalPage', page(approvalView), {
  data: [
    {
      executionId: exampleIds.execution,
      workflowId: exampleIds.workflow,
      workflowName: 'Order intake',
      blockId: 'approve',
      blockName: 'Approve',
      iteration: '',
      message: 'Order 7 costs 12,000 €',
      since: '2026-11-21T10:00:00.000Z',
      expiresAt: '2026-11-28T10:00:00.000Z',
    },
  ],
});
