import type { WorkflowEntity } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { z } from 'zod';
import { pageParameters } from '../http/page.js';
import { webhookPathOf } from './trigger-paths.js';

/** `checkDefinition` checks the definition's own shape and names blocks and fields. */
export const workflowBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  workspaceId: z.uuid().optional(),
  folderId: z.string().min(1).max(200).nullish(),
  description: z.string().max(10_000).nullish(),
  definition: z.unknown().refine((value) => value !== undefined, 'Required'),
});
export type WorkflowBody = z.output<typeof workflowBody>;

export const listWorkflowsQuery = z.strictObject({
  workspaceId: z.uuid().optional(),
  ...pageParameters,
});
export type ListWorkflowsParameters = z.output<typeof listWorkflowsQuery>;

export const listVersionsQuery = z.strictObject(pageParameters);
export type ListVersionsParameters = z.output<typeof listVersionsQuery>;

export interface WorkflowSummary {
  readonly id: string;
  readonly workspaceId: string;
  readonly folderId: string | null;
  readonly name: string;
  readonly description: string | null;
  /** Null until the first deployment. */
  readonly deployedVersion: number | null;
  /** Only with a webhook trigger: the URL to POST to once deployed. */
  readonly triggerUrl?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WorkflowView extends WorkflowSummary {
  /** The draft. */
  readonly definition: WorkflowDefinition;
}

export interface WorkflowVersionView {
  readonly workflowId: string;
  readonly version: number;
  readonly contentHash: string;
  readonly createdAt: string;
  readonly definition: WorkflowDefinition;
}

/**
 * @param path of the draft's webhook, if it has one
 * @param baseUrl without a trailing slash
 */
export function summaryOf(
  workflow: Omit<WorkflowEntity, 'draft'>,
  path: string | null,
  baseUrl: string,
): WorkflowSummary {
  return {
    id: workflow.id,
    workspaceId: workflow.workspaceId,
    folderId: workflow.folderId,
    name: workflow.name,
    description: workflow.description,
    deployedVersion: workflow.deployedVersion,
    ...(path !== null && { triggerUrl: `${baseUrl}/api/webhooks/trigger/${path}` }),
    createdAt: workflow.createdAt.toISOString(),
    updatedAt: workflow.updatedAt.toISOString(),
  };
}

export const viewOf = (workflow: WorkflowEntity, baseUrl: string): WorkflowView => ({
  ...summaryOf(workflow, webhookPathOf(workflow.draft)?.path ?? null, baseUrl),
  definition: workflow.draft,
});
