/** Workflows and their versions in requests and answers. */
import { simWorkflow } from '@libs/blocks';
import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';
import { answer, instant, objectOf, one, open, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';
import { webhookPathOf } from './trigger-paths.js';

/** `checkDefinition` checks the definition's own shape and names blocks and fields. */
export const workflowBody = z.strictObject({
  $schema: z.string().max(2_048).optional().describe('For editors; not stored.'),
  name: z.string().trim().min(1).max(200),
  workspaceId: z.uuid().optional(),
  folderId: z.string().min(1).max(200).nullish(),
  description: z.string().max(10_000).nullish(),
  definition: z
    .unknown()
    .refine((value) => value !== undefined, 'is required')
    .meta({ $ref: '#/components/schemas/WorkflowDefinition' }),
});
export type WorkflowBody = z.output<typeof workflowBody>;

export const importBody = z.strictObject({
  /** A Sim export: the state itself, or a file that holds it under `state`. */
  workflow: simWorkflow,
  name: z.string().trim().min(1).max(200).default('Imported workflow'),
  workspaceId: z.uuid().optional(),
  folderId: z.string().min(1).max(200).nullish(),
  /** Only reports the result; saves nothing. */
  dryRun: z.boolean().default(false),
});
export type ImportBody = z.output<typeof importBody>;

export const listWorkflowsQuery = z.strictObject({
  workspaceId: z.uuid().optional().meta({ example: exampleIds.workspace }),
  ...pageParameters,
});
export type ListWorkflowsParameters = z.output<typeof listWorkflowsQuery>;

const definition = objectOf<Partial<WorkflowDefinition>>().describe(
  'Blocks and edges; see docs/reference/workflows.md.',
);

const workflowSummary = open({
  id: z.string(),
  workspaceId: z.string(),
  folderId: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null until the first deployment. */
  deployedVersion: z.int().nullable(),
  triggerUrl: z
    .string()
    .optional()
    .describe('Only with a webhook trigger: the whole URL to call once deployed.'),
  createdAt: instant,
  updatedAt: instant,
});
export type WorkflowSummary = View<typeof workflowSummary>;

/** The definition is the draft. */
export const workflowView = open({ ...workflowSummary.shape, definition });
export type WorkflowView = View<typeof workflowView>;

export const versionView = open({
  workflowId: z.string(),
  version: z.int(),
  contentHash: z.string(),
  createdAt: instant,
  definition,
});
export type WorkflowVersionView = View<typeof versionView>;

const importView = open({
  workflow: workflowView.nullable().describe('Null for a dry run, and when problems are left.'),
  definition,
  /** Per block of the export: its translation, and what to review. */
  report: z.array(
    open({
      blockId: z.string(),
      blockName: z.string(),
      type: z.string(),
      becomes: z.string().nullable(),
      outcome: z.enum(['converted', 'changed', 'placeholder', 'left-out']),
      notes: z.array(z.string()),
    }),
  ),
  /** Why it was not saved, in the words of a save. */
  problems: z.array(objectOf<DefinitionProblem>()),
});
export type ImportView = View<typeof importView>;

export const exampleDefinition = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'order-intake' } },
    {
      id: 'done',
      type: 'response',
      name: 'Done',
      config: { status: 200, body: { received: '<webhook.body>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'done' }],
};
const summaryExample: WorkflowSummary = {
  id: exampleIds.workflow,
  workspaceId: exampleIds.workspace,
  folderId: null,
  name: 'Order intake',
  description: null,
  deployedVersion: 3,
  triggerUrl: 'https://flow.example/api/webhooks/trigger/Rk3ZtQ8mVwXyB5nLc2HsJ7dP/order-intake',
  createdAt,
  updatedAt,
};
export const workflowExample = { ...summaryExample, definition: exampleDefinition };
export const versionExample = {
  workflowId: exampleIds.workflow,
  version: 3,
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdAt: updatedAt,
  definition: exampleDefinition,
};

export const workflowAnswer = answer('WorkflowAnswer', one(workflowView), {
  data: workflowExample,
});
export const workflowPage = answer('WorkflowPage', page(workflowSummary), {
  data: [summaryExample],
});
export const versionPage = answer('WorkflowVersionPage', page(versionView), {
  data: [versionExample],
});
export const importAnswer = answer('WorkflowImportAnswer', one(importView), {
  data: {
    workflow: workflowExample,
    definition: exampleDefinition,
    report: [
      {
        blockId: 'hook',
        blockName: 'Webhook',
        type: 'generic_webhook',
        becomes: 'webhook',
        outcome: 'converted',
        notes: [],
      },
    ],
    problems: [],
  },
});

/**
 * @param path of the draft's webhook, if it has one
 * @param triggerBase of the workspace's trigger URLs, with a trailing slash
 */
export function summaryOf(
  workflow: Omit<WorkflowEntity, 'draft'>,
  path: string | null,
  triggerBase: string,
): WorkflowSummary {
  return {
    id: workflow.id,
    workspaceId: workflow.workspaceId,
    folderId: workflow.folderId,
    name: workflow.name,
    description: workflow.description,
    deployedVersion: workflow.deployedVersion,
    ...(path !== null && { triggerUrl: triggerBase + path }),
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  };
}

export const viewOf = (workflow: WorkflowEntity, triggerBase: string): WorkflowView => ({
  ...summaryOf(workflow, webhookPathOf(workflow.draft)?.path ?? null, triggerBase),
  definition: workflow.draft,
});
