/**
 * Resolves folders to their workflows. Postgres must see the workflow ids: a busy and a quiet
 * workflow need different plans, and a subquery would give both the same estimate.
 */
import type { Database } from '@libs/persistence';
import { workflowsOfFoldersSql } from '../query/log-conditions.sql.js';
import type { LogFilters } from '../query/log-parameters.js';

/** Returns the same filters with folders replaced by workflow ids. */
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
