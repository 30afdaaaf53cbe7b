/** The search of a workspace. */
import { z } from 'zod';
import { answer, list, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';

export const searchQuery = z.strictObject({
  q: z.string().trim().min(2).max(200).meta({
    example: 'order',
    description:
      'A part of a name or a URL; or the whole id of an execution, log, delivery, event or batch.',
  }),
});
export type SearchParameters = z.output<typeof searchQuery>;

const kinds = [
  'execution',
  'delivery',
  'batch',
  'workflow',
  'subscription',
  'secret',
  'member',
] as const;
export type FoundKind = (typeof kinds)[number];

const found = z.object({
  kind: z.enum(kinds),
  id: z.string(),
  title: z.string(),
  path: z.string().describe('Its page in the dashboard.'),
});
export type Found = View<typeof found>;

export const searchAnswer = answer('SearchAnswer', list(found), {
  data: [
    {
      kind: 'workflow',
      id: exampleIds.workflow,
      title: 'Order intake',
      path: `/w/${exampleIds.workspace}/workflows/${exampleIds.workflow}`,
    },
  ],
});
