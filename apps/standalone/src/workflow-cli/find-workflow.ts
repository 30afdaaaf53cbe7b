/** Finds the workflow that a person means: by name, by id, or by the name in a file. */
import { ApiRefusal, type WorkflowPage } from '@libs/client';
import { quoted } from '../terminal/quoted.js';
import type { Server } from './server.js';
import { isFileName, readWorkflowFile } from './workflow-file.js';

export type FoundWorkflow = WorkflowPage['data'][number];

/** No workflow, or more than one, is meant. */
export class WorkflowNotFoundError extends Error {
  override readonly name = 'WorkflowNotFoundError';
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const pageSize = 100;

export async function* eachWorkflow({ client }: Server): AsyncGenerator<FoundWorkflow> {
  for (let cursor: string | undefined; ;) {
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const page = await client.call('listWorkflows', { query });
    yield* page.data;
    cursor = page.nextCursor;
    if (cursor === undefined) return;
  }
}

/** @returns null when no workflow has this name @throws WorkflowNotFoundError when several have */
export async function workflowNamed(server: Server, name: string): Promise<FoundWorkflow | null> {
  const found: FoundWorkflow[] = [];
  for await (const workflow of eachWorkflow(server))
    if (workflow.name === name) found.push(workflow);
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new WorkflowNotFoundError(
      `${found.length} workflows are named ${quoted(name)}: name one by its id (${ids})`,
    );
  }
  return found[0] ?? null;
}

/** @throws WorkflowNotFoundError */
export async function findWorkflow(server: Server, asked: string): Promise<FoundWorkflow> {
  if (uuid.test(asked)) {
    const found = await server.client
      .call('getWorkflow', { path: { id: asked.toLowerCase() } })
      .catch((error: unknown) => {
        if (error instanceof ApiRefusal && error.status === 404) return null;
        throw error;
      });
    if (found !== null) return found.data;
  }
  const name = isFileName(asked) ? (await readWorkflowFile(asked)).name : asked;
  const named = await workflowNamed(server, name);
  if (named !== null) return named;
  throw new WorkflowNotFoundError(
    `The workspace has no workflow named ${quoted(name)}: "npm run workflow -- list" shows all`,
  );
}
