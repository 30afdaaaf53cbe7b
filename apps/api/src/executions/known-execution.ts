import type { Database } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '../errors/index.js';
import { executionOfWorkspaceSql } from './execution.sql.js';

/** A newly accepted execution may not be projected yet, so an unknown id is polled this long. */
const patienceMs = 1_000;
const pollMs = 50;

/**
 * Whether an execution of the workspace has ended.
 * @throws ApiError 404 for an unknown one
 */
export async function hasExecutionEnded(
  pool: Database['pool'],
  executionId: string,
  workspaceId: string,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const values = [executionId, workspaceId];
    const { rows } = await pool.query<{ has_ended: boolean }>(executionOfWorkspaceSql, values);
    const [row] = rows;
    if (row !== undefined) return row.has_ended;
    if (performance.now() >= deadline) throw notFound('execution');
    await sleep(pollMs);
  }
}
