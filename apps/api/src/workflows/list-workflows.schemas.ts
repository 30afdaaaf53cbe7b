/** Parameters of the list of workflows. */
import { z } from 'zod';
import { exampleIds } from '../http/example-values.js';
import { membersOf } from '../http/members-of.js';
import { pageParameters } from '../http/page.js';
import { triggerKinds } from './trigger-kind.js';

/** A page reads the last run of each. */
export const mostByLastRun = 5_000;

export const listWorkflowsQuery = z.strictObject({
  workspaceId: z.uuid().optional().meta({ example: exampleIds.workspace }),
  ...pageParameters,
  search: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ example: 'order', description: 'A part of the name, in any case.' }),
  folderId: z.string().min(1).max(200).optional().meta({ example: exampleIds.folder }),
  deployed: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ example: 'true' }),
  trigger: membersOf(triggerKinds).optional().meta({
    example: 'webhook,schedule',
    description:
      "Kinds of the draft's trigger: api, webhook, schedule, manual or chat; comma-separated.",
  }),
  sort: z
    .enum(['created', 'updated', 'name', 'lastRun'])
    .default('created')
    .meta({
      example: 'name',
      description: `\`lastRun\` orders at most ${mostByLastRun} workflows: narrow larger lists by filters.`,
    }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ example: 'asc', description: 'Default: names from A to Z, times newest first.' }),
  include: membersOf(['last', 'stats24h']).default([]).meta({
    example: 'last,stats24h',
    description:
      '`last` adds the last run of each workflow, `stats24h` its figures of this hour and the 23 before.',
  }),
});
export type ListWorkflowsParameters = z.output<typeof listWorkflowsQuery>;
