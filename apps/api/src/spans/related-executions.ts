import { withRetrying } from '@libs/execution-view';
import type { Database } from '@libs/persistence';
import type { Trace } from './trace.schemas.js';
import { traceChildrenSql, traceRerunsSql } from './trace.sql.js';

interface RelatedRow {
  readonly execution_id: string;
  readonly status: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

interface ChildRow extends RelatedRow {
  readonly workflow_id: string;
  readonly workflow_name: string;
  readonly parent_block_id: string | null;
}

const mostChildren = 100;
const mostReruns = 20;

/** @param workflowIds the only ones that the caller may see; null: all */
export async function relatedExecutions(
  pool: Database['pool'],
  executionId: string,
  workspaceId: string,
  workflowIds: readonly string[] | null,
): Promise<Pick<Trace, 'children' | 'reruns'>> {
  const ofParent = [executionId, workspaceId, mostChildren, workflowIds];
  const children = await pool.query<ChildRow>(traceChildrenSql, ofParent);
  const ofOriginal = [executionId, workspaceId, mostReruns];
  const reruns = await pool.query<RelatedRow>(traceRerunsSql, ofOriginal);
  return {
    children: (await withRetrying(pool, children.rows)).map((row) => ({
      executionId: row.execution_id,
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      blockId: row.parent_block_id,
      status: row.status,
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    })),
    reruns: (await withRetrying(pool, reruns.rows)).map((row) => ({
      executionId: row.execution_id,
      status: row.status,
      startedAt: row.started_at.toISOString(),
    })),
  };
}
