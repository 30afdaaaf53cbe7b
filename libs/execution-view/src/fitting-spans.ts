/** The span trees of executions as JSON text, for webhook events; the same as in lists of logs. */
import { slices } from '@libs/event-loop';
import { jsonOf } from '@libs/execution';
import type { Database } from '@libs/persistence';
import { fittingSpansSql } from './fitting-spans.sql.js';
import { linksOnly, readSpans } from './read-spans.js';

export interface OwnedExecution {
  readonly executionId: string;
  readonly workspaceId: string;
}

/**
 * @param executions at most as many as fit a part of a fan-out
 * @param maxBytes of the text of one execution
 * @returns by execution; null when its spans are larger
 */
export async function readFittingSpans(
  pool: Database['pool'],
  executions: readonly OwnedExecution[],
  maxBytes: number,
): Promise<ReadonlyMap<string, string | null>> {
  const workspaces = new Map(
    executions.map(({ executionId, workspaceId }) => [executionId, workspaceId]),
  );
  const { rows } = await pool.query<{ execution_id: string }>({
    name: 'fitting-spans',
    text: fittingSpansSql,
    values: [[...workspaces.keys()], maxBytes],
  });
  const texts = new Map<string, string | null>([...workspaces.keys()].map((id) => [id, null]));
  const fitting = Map.groupBy(rows, ({ execution_id }) => workspaces.get(execution_id) ?? '');
  for (const [workspaceId, its] of fitting) {
    const ids = its.map(({ execution_id }) => execution_id);
    const found = await readSpans(pool, workspaceId, ids, linksOnly);
    for (const id of ids) {
      await slices.next();
      const text = jsonOf(found.get(id)?.spans ?? []);
      texts.set(id, text.length > maxBytes ? null : text);
    }
  }
  return texts;
}
