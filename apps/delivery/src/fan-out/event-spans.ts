/** The span trees of completed executions as JSON text, the same as in lists of logs. */
import type { WorkflowExecutionCompleted } from '@libs/contracts';
import { maxBodyBytes } from '@libs/delivery';
import { slices } from '@libs/event-loop';
import { jsonOf } from '@libs/execution';
import type { Database } from '@libs/persistence';
import { linksOnly, readSpans } from '@libs/execution-view';
import { fittingSpansSql } from './fan-out.sql.js';

/**
 * @param completions at most as many as fit a part of a fan-out
 * @returns by execution; null when its spans are larger than any body may be
 */
export async function readEventSpans(
  pool: Database['pool'],
  completions: readonly WorkflowExecutionCompleted[],
): Promise<ReadonlyMap<string, string | null>> {
  const workspaces = new Map(
    completions.map(({ executionId, workspaceId }) => [executionId, workspaceId]),
  );
  const { rows } = await pool.query<{ execution_id: string }>({
    name: 'fitting-spans',
    text: fittingSpansSql,
    values: [[...workspaces.keys()], maxBodyBytes],
  });
  const texts = new Map<string, string | null>([...workspaces.keys()].map((id) => [id, null]));
  const fitting = Map.groupBy(rows, ({ execution_id }) => workspaces.get(execution_id) ?? '');
  for (const [workspaceId, its] of fitting) {
    const ids = its.map(({ execution_id }) => execution_id);
    const found = await readSpans(pool, workspaceId, ids, linksOnly);
    for (const id of ids) {
      await slices.next();
      texts.set(id, fittingText(jsonOf(found.get(id)?.spans ?? [])));
    }
  }
  return texts;
}

const fittingText = (text: string): string | null => (text.length > maxBodyBytes ? null : text);
