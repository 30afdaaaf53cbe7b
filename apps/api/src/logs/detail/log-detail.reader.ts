/**
 * Reads one log with its spans. Read-your-writes: a caller may use a fresh id before the projection
 * has caught up, so an absent row is polled for a bounded time before it counts as unknown.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import {
  type ExecutionSpans,
  nested,
  nestedSkeleton,
  noSpans,
  readSpans,
  withOpenState,
} from '@libs/execution-view';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../auth/index.js';
import type { LogDetailRow } from '../list/log-view.js';
import type { DetailParameters } from '../query/log-parameters.js';

const patienceMs = 1_000;
const pollMs = 40;

export interface ReadLog {
  readonly row: LogDetailRow;
  readonly spans: ExecutionSpans;
}

@Injectable()
export class LogDetailReader {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param statement selects by id ($1) within a workspace ($2)
   * @returns null for unknown ids, and for those of other workspaces or of workflows beyond the key
   */
  async find(
    statement: { readonly name: string; readonly text: string },
    id: string,
    { workspaceId, workflowIds }: Principal,
    payloads: DetailParameters['payloads'],
  ): Promise<ReadLog | null> {
    const { pool } = this.database;
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const { rows } = await pool.query<LogDetailRow>({ ...statement, values: [id, workspaceId] });
      const own = rows.filter((one) => workflowIds?.includes(one.workflow_id) ?? true);
      const [row] = await withOpenState(pool, own);
      if (row !== undefined) {
        const bounds = payloads === 'none' ? nestedSkeleton : nested;
        const spans = await readSpans(pool, workspaceId, [row.execution_id], bounds);
        return { row, spans: spans.get(row.execution_id) ?? noSpans };
      }
      if (performance.now() >= deadline) return null;
      await sleep(pollMs);
    }
  }
}
