/**
 * Creates or updates a file's workflow on a server by its name, then deploys it. Repeatable: an
 * unchanged file creates no new version.
 */
import type { Client, WorkflowDefinition } from '@libs/client';
import type { WorkflowFile } from './workflow-file.js';

export interface DeployedFile {
  readonly workflowId: string;
  readonly version: number;
  /** Null without a webhook trigger. */
  readonly triggerUrl: string | null;
}

/**
 * Null when the workspace has no workflow with that name.
 * @throws Error when it has several
 */
async function idByName(client: Client, name: string): Promise<string | null> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call('listWorkflows', {
      query: { limit: 100, ...(cursor !== undefined && { cursor }) },
    });
    found.push(...page.data.filter((one) => one.name === name).map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (found.length > 1) throw new Error(`${found.length} workflows are named "${name}"`);
  return found[0] ?? null;
}

/** @throws ApiRefusal */
export async function deployFile(client: Client, file: WorkflowFile): Promise<DeployedFile> {
  // The server checks it.
  const body = { ...file, definition: file.definition as WorkflowDefinition };
  const id = await idByName(client, body.name);
  const saved =
    id === null
      ? await client.call('createWorkflow', { body })
      : await client.call('updateWorkflow', { path: { id }, body });
  const path = { id: saved.data.id };
  const deployed = await client.call('deployWorkflow', { path });
  const { version, workflowId } = deployed.data;
  return { workflowId, version, triggerUrl: saved.data.triggerUrl ?? null };
}
