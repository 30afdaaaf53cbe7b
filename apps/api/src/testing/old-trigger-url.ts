/** Trigger URLs without a token, as the previous release made them. This one makes none. */
import type { TestDatabaseOfApi } from './test-database.js';

export const insertOldTriggerUrl = (
  { database }: Pick<TestDatabaseOfApi, 'database'>,
  path: string,
  { workflowId, workspaceId }: { readonly workflowId: string; readonly workspaceId: string },
): Promise<unknown> =>
  database.pool.query(
    `insert into trigger_path (path, workflow_id, workspace_id, block_id) values ($1, $2, $3, 'hook')`,
    [path, workflowId, workspaceId],
  );
