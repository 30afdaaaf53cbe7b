/** Workflows and their versions in requests and answers. */
import { simWorkflow } from '@libs/blocks';
import type { WorkflowEntity } from '@libs/persistence';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';
import { answer, instant, objectOf, one, open, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';
import type { JsonText } from '../http/json-text.js';
import { draftOf } from './definition-text.js';
import { triggerKindOf, triggerKinds } from './trigger-kind.js';
import { isTriggerPath, webhookPathOf } from './trigger-paths.js';

const name = z.string().trim().min(1).max(200);
const folderId = z.string().min(1).max(200).nullish();
const description = z.string().max(10_000).nullish();

/** `checkDefinition` checks the definition's own shape and names blocks and fields. */
const anyDefinition = { $ref: '#/components/schemas/WorkflowDefinition' };

export const workflowBody = z.strictObject({
  $schema: z.string().max(2_048).optional().describe('For editors; not stored.'),
  ...{ name, folderId, description },
  workspaceId: z.uuid().optional(),
  definition: z
    .unknown()
    .refine((value) => value !== undefined, 'is required')
    .meta(anyDefinition),
});
export type WorkflowBody = z.output<typeof workflowBody>;

export const workflowChanges = z
  .strictObject({
    name: name.optional(),
    ...{ folderId, description },
    definition: z.unknown().meta(anyDefinition).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Send at least one of name, description, folderId and definition',
  });
export type WorkflowChanges = z.output<typeof workflowChanges>;

export const saveQuery = z.strictObject({
  allowProblems: z
    .enum(['true', 'false'], 'must be "true" or "false"')
    .default('false')
    .transform((value) => value === 'true')
    .meta({
      example: 'true',
      description: 'Stores a draft that is not valid yet and lists its `problems`.',
    }),
});
export type SaveParameters = z.output<typeof saveQuery>;

export const importBody = z.strictObject({
  /** A Sim export: the state itself, or a file that holds it under `state`. */
  workflow: simWorkflow,
  name: name.default('Imported workflow'),
  workspaceId: z.uuid().optional(),
  folderId,
  /** Only reports the result; saves nothing. */
  dryRun: z.boolean().default(false),
});
export type ImportBody = z.output<typeof importBody>;

export const definition = objectOf<Partial<WorkflowDefinition>>().describe(
  'Blocks and edges, as their author sent them; see docs/reference/workflows.md.',
);

const workflowSummary = open({
  id: z.string(),
  workspaceId: z.string(),
  folderId: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  deployedVersion: z.int().nullable().describe('Null before a deployment and once undeployed.'),
  pausedAt: instant.nullable().describe('Null unless the workflow is paused.'),
  triggerUrl: z
    .string()
    .optional()
    .describe('Only with a webhook trigger: the whole URL to call once deployed.'),
  trigger: z
    .enum(triggerKinds)
    .nullable()
    .describe("The kind of the draft's trigger; null without one."),
  revision: z.int().describe('Counts the saves; the `ETag` of a workflow.'),
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string().nullable().describe('The user who saved last; null for a workspace key.'),
  lastRun: z
    .object({ executionId: z.string(), status: z.string(), startedAt: instant })
    .nullable()
    .optional()
    .describe('In lists with `include=last`.'),
  stats24h: z
    .object({
      success: z.int(),
      error: z.int(),
      cancelled: z.int(),
      p50Ms: z.int().nullable(),
      p95Ms: z.int().nullable(),
    })
    .optional()
    .describe('In lists with `include=stats24h`; see docs/reference/stats.md.'),
});
export type WorkflowSummary = View<typeof workflowSummary>;

const problems = z
  .array(objectOf<DefinitionProblem>())
  .describe('Why the draft can not be deployed, as its last save found it.');

/** The definition is the draft. */
export const workflowView = open({ ...workflowSummary.shape, definition, problems });

/** Without the definition: its sender has it. */
export const changedView = open({ ...workflowSummary.shape, problems });
export type ChangedView = View<typeof changedView>;
/** The definition is sent as its author wrote it. */
export type StoredWorkflowView = Omit<View<typeof workflowView>, 'definition'> & {
  readonly definition: JsonText;
};

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
export type ImportView = Omit<View<typeof importView>, 'workflow'> & {
  readonly workflow: StoredWorkflowView | null;
};

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
  pausedAt: null,
  triggerUrl: 'https://flow.example/api/webhooks/trigger/Rk3ZtQ8mVwXyB5nLc2HsJ7dP/order-intake',
  trigger: 'webhook',
  revision: 7,
  createdAt,
  updatedAt,
  updatedBy: exampleIds.user,
};
export const changedExample = { ...summaryExample, problems: [] };
export const workflowExample = { ...summaryExample, definition: exampleDefinition, problems: [] };

export const workflowAnswer = answer('WorkflowAnswer', one(workflowView), {
  data: workflowExample,
});
export const workflowPage = answer('WorkflowPage', page(workflowSummary), {
  data: [summaryExample],
});
export const workflowSummaryAnswer = answer('WorkflowSummaryAnswer', one(workflowSummary), {
  data: summaryExample,
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

/** What a list shows of a draft, without reading it. */
interface DraftTrigger {
  readonly kind: WorkflowSummary['trigger'];
  /** Path of its webhook, if it has one. */
  readonly path: string | null;
}

/** @param triggerBase of the workspace's trigger URLs, with a trailing slash */
export function summaryOf(
  workflow: Omit<WorkflowEntity, 'draft' | 'draftText' | 'problems'>,
  { kind, path }: DraftTrigger,
  triggerBase: string,
): WorkflowSummary {
  return {
    id: workflow.id,
    workspaceId: workflow.workspaceId,
    folderId: workflow.folderId,
    name: workflow.name,
    description: workflow.description,
    deployedVersion: workflow.deployedVersion,
    pausedAt: workflow.pausedAt?.toISOString() ?? null,
    ...(path !== null && isTriggerPath(path) && { triggerUrl: triggerBase + path }),
    trigger: kind,
    revision: workflow.revision,
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
    updatedBy: workflow.updatedBy,
  };
}

export const summaryViewOf = (workflow: WorkflowEntity, triggerBase: string): WorkflowSummary =>
  summaryOf(
    workflow,
    { kind: triggerKindOf(workflow.draft), path: webhookPathOf(workflow.draft)?.path ?? null },
    triggerBase,
  );

export const changedViewOf = (workflow: WorkflowEntity, triggerBase: string): ChangedView => ({
  ...summaryViewOf(workflow, triggerBase),
  problems: [...(workflow.problems ?? [])],
});

export const viewOf = (workflow: WorkflowEntity, triggerBase: string): StoredWorkflowView => ({
  ...summaryViewOf(workflow, triggerBase),
  definition: draftOf(workflow),
  problems: workflow.problems ?? [],
});
