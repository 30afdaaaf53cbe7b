/** Groups of failed executions in requests and answers. */
import { z } from 'zod';
import { answer, instant, page, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

const time = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso));

export const errorGroupsQuery = z.strictObject({
  ...pageParameters,
  from: time.optional().meta({
    example: '2026-11-14T00:00:00.000Z',
    description: 'From the start of its day (UTC). Default: 7 days before `to`.',
  }),
  to: time.optional().meta({
    example: '2026-11-21T00:00:00.000Z',
    description: 'To the end of its day (UTC). Default: now.',
  }),
});
export type ErrorGroupsParameters = z.output<typeof errorGroupsQuery>;

const errorGroupView = z.object({
  fingerprint: z.string(),
  workflowId: z.string().nullable().describe('Null in the group of all other errors.'),
  blockType: z.string().nullable().describe('Null when no block failed.'),
  code: z.string().describe('`OTHER`: errors beyond 1,000 groups of a day.'),
  message: z.string().describe('Without numbers, ids, quoted text and hosts; 200 characters.'),
  firstSeen: instant.describe('In the days that were asked for.'),
  lastSeen: instant,
  count: z.int(),
  versions: z.array(z.int()).describe('Deployed versions that failed so, the newest ten.'),
  executionId: z.string().describe('The last one.'),
});
export type ErrorGroupView = View<typeof errorGroupView>;

export const errorGroupPage = answer('ErrorGroupPage', page(errorGroupView), {
  data: [
    {
      fingerprint: exampleIds.fingerprint,
      workflowId: exampleIds.workflow,
      blockType: 'api',
      code: 'HTTP_STATUS',
      message: 'HTTP <n> from <host>',
      firstSeen: '2026-11-19T07:12:09.431Z',
      lastSeen: '2026-11-20T10:00:02.118Z',
      count: 41,
      versions: [12, 11],
      executionId: exampleIds.execution,
    },
  ],
});
