/**
 * Folders as the workflows in them. Postgres must see which ones: a folder of one busy workflow and one of a quiet one want
 * different plans, and from a subquery it would expect the same of both.
 */
import type { Database } from '@libs/persistence';
import { workflowsOfFoldersSql } from './log-conditions.sql.js';
import type { LogFilters } from './log-parameters.js';

/** The same logs, asked for without folders. */
export async function withWorkflowsOfFolders<F extends LogFilters>(
  pool: Pick<Database['pool'], 'query'>,
  filters: F,
): Promise<F> {
  const { workspaceId, folderIds, workflowIds } = filters;
  if (folderIds === undefined) return filters;
  const { rows } = await pool.query<{ id: string }>({
    name: 'workflows-of-folders',
    text: workflowsOfFoldersSql,
    values: [workspaceId, folderIds],
  });
  const asked = workflowIds && new Set(workflowIds.map((id) => id.toLowerCase()));
  const ids = rows.map(({ id }) => id).filter((id) => asked === undefined || asked.has(id));
  return { ...filters, folderIds: undefined, workflowIds: ids };
}
