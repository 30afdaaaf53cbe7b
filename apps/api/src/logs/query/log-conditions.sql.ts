/** SQL fragments for conditions on `execution_log l`. */

/**
 * An unended execution, paused or not, is `retrying` while an unended block of it has a failed
 * attempt. Primary keys of block_attempt and block_execution.
 */
export const isRetrying = `exists (
    select from block_attempt a
    join block_execution b on b.execution_id = a.execution_id and b.block_id = a.block_id and b.iteration = a.iteration
      and b.retention_bucket = a.retention_bucket
    where a.execution_id = l.execution_id and a.retention_bucket = l.retention_bucket and b.ended_at is null)`;

/** Workflows of one workspace: a few thousand rows at most. */
export const inFolders = (folderIds: string) =>
  `select id from workflow where workspace_id = $1 and folder_id = any(${folderIds}::text[])`;
export const workflowsOfFoldersSql = inFolders('$2');
