/** Approvals of one execution that wait for an answer, or had one, as the read model has them. */
import type { Pool } from 'pg';

export interface Approval {
  readonly blockId: string;
  readonly iteration: string;
  /** Sequence of the event that began the wait: an order to resume must name it. */
  readonly waitId: number;
  readonly isWaiting: boolean;
}

/** Index: primary key of block_execution. An ended execution waits for nothing. */
const sql = `
  select b.block_id as "blockId", b.iteration, b.sequence as "waitId",
    b.ended_at is null and l.ended_at is null as "isWaiting"
  from execution_log l left join block_execution b
    on b.execution_id = l.execution_id and b.block_type = 'approval'
  where l.execution_id::text = $1 and l.workspace_id::text = coalesce($2, l.workspace_id::text)`;

/**
 * Null when there is no such execution.
 * @param workspaceId null for a caller who proves himself by a token
 */
export async function approvalsOf(
  pool: Pool,
  executionId: string,
  workspaceId: string | null,
): Promise<Approval[] | null> {
  const { rows } = await pool.query<Approval | (Omit<Approval, 'blockId'> & { blockId: null })>(
    sql,
    [executionId.toLowerCase(), workspaceId],
  );
  return rows.length === 0 ? null : rows.filter((row) => row.blockId !== null);
}
