/**
 * Immutable versions of workflow definitions: 1, 2, … are deployments; -1, -2, … are snapshots of
 * drafts that ran. The same content is stored once per kind, so running a draft twice uses the same
 * snapshot.
 */
import type { WorkflowDefinition } from '@libs/workflow';
import type { Pool } from 'pg';
import {
  countDraftsSql,
  findDraftSql,
  insertDraftSql,
  loadVersionSql,
  pruneDraftsSql,
} from './workflow.sql.js';

export interface WorkflowVersionContent {
  readonly definition: WorkflowDefinition;
  /** SHA-256 (hex) of the definition's canonical JSON. */
  readonly contentHash: string;
}

/** Also finds versions of deleted workflows: executions that ran before still need them. */
export async function loadWorkflowVersion(
  pool: Pool,
  workflowId: string,
  version: number,
): Promise<WorkflowVersionContent | null> {
  const { rows } = await pool.query<{ definition: WorkflowDefinition; content_hash: string }>({
    name: 'workflow-version',
    text: loadVersionSql,
    values: [workflowId, version],
  });
  const row = rows[0];
  return row === undefined ? null : { definition: row.definition, contentHash: row.content_hash };
}

/** Newest snapshots of a workflow that are kept. */
export const keptSnapshots = 100;
/** Most snapshots of a workflow, with those that executions in progress still need. */
export const maxSnapshots = 1_000;

/** Executions in progress need too many snapshots of this workflow. */
export class TooManySnapshotsError extends Error {
  override readonly name = 'TooManySnapshotsError';
}

/**
 * Freezes a draft. Two callers with the same content may store it twice; both numbers stay valid.
 * Old snapshots that no execution in progress needs go.
 * @returns the number under which it can be loaded (-1, -2, …)
 * @throws TooManySnapshotsError
 */
export async function snapshotDraft(
  pool: Pool,
  { workflowId, workspaceId }: { readonly workflowId: string; readonly workspaceId: string },
  content: WorkflowVersionContent,
): Promise<number> {
  for (;;) {
    const found = await pool.query<{ version: number }>(findDraftSql, [
      workflowId,
      content.contentHash,
    ]);
    if (found.rows[0] !== undefined) return found.rows[0].version;
    await pool.query(pruneDraftsSql, [workflowId, workspaceId, keptSnapshots]);
    const { rows } = await pool.query<{ count: number }>(countDraftsSql, [workflowId]);
    if ((rows[0]?.count ?? 0) >= maxSnapshots)
      throw new TooManySnapshotsError(`${maxSnapshots} snapshots of a draft are in use`);
    const made = await pool.query<{ version: number }>(insertDraftSql, [
      workflowId,
      content.contentHash,
      JSON.stringify(content.definition),
    ]);
    // No row: another caller took the number between read and write; look again.
    if (made.rows[0] !== undefined) return made.rows[0].version;
  }
}
