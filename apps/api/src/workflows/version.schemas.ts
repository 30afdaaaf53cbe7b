/** Versions of workflows, and the request that deploys one. */
import { z } from 'zod';
import { answer, instant, one, open, page, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';
import type { JsonText } from '../http/json-text.js';
import { layoutExample, layoutView } from './layout.schemas.js';
import { definition, exampleDefinition } from './workflow.schemas.js';

export const deployBody = z
  .strictObject({ note: z.string().trim().min(1).max(2_000).nullish() })
  .prefault({});
export type DeployBody = z.output<typeof deployBody>;

/** Refuses fields, because it would ignore them. */
export const emptyBody = z.strictObject({}).prefault({});
export type EmptyBody = z.output<typeof emptyBody>;

const listedVersion = open({
  workflowId: z.string(),
  version: z.int(),
  contentHash: z.string(),
  createdAt: instant,
  deployedBy: z.string().nullable().describe('The user who deployed it; null for a workspace key.'),
  note: z.string().nullable().describe('Why it was deployed.'),
});
export type ListedVersion = View<typeof listedVersion>;

export const versionView = open({ ...listedVersion.shape, definition });

const versionDetail = open({
  ...versionView.shape,
  layout: layoutView.nullable().describe('Of the draft when it was deployed; null if it had none.'),
});

/** The definition is sent as its author wrote it. */
export interface DeployedVersionView extends ListedVersion {
  readonly definition: JsonText;
}
export interface StoredVersionView extends DeployedVersionView {
  readonly layout: JsonText | null;
}

const listedExample: ListedVersion = {
  workflowId: exampleIds.workflow,
  version: 3,
  contentHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  createdAt: updatedAt,
  deployedBy: exampleIds.user,
  note: 'Sends the receipt in German',
};

export const versionExample = { ...listedExample, definition: exampleDefinition };

export const versionAnswer = answer('WorkflowVersionAnswer', one(versionView), {
  data: versionExample,
});
export const versionDetailAnswer = answer('WorkflowVersionDetailAnswer', one(versionDetail), {
  data: { ...listedExample, definition: exampleDefinition, layout: layoutExample },
});
export const versionPage = answer('WorkflowVersionPage', page(listedVersion), {
  data: [listedExample],
});

export interface VersionRow {
  readonly workflow_id: string;
  readonly version: number;
  readonly content_hash: string;
  readonly created_at: Date;
  readonly deployed_by: string | null;
  readonly note: string | null;
}

export const listedVersionOf = (row: VersionRow): ListedVersion => ({
  workflowId: row.workflow_id,
  version: row.version,
  contentHash: row.content_hash,
  createdAt: row.created_at.toISOString(),
  deployedBy: row.deployed_by,
  note: row.note,
});
