/** A page of rows as asked for: basic or full, with the spans of all its executions in one read. */
import type { Database } from '@libs/persistence';
import type { LogFilters, LogViewParameters } from './log-parameters.js';
import {
  fullLogEntryOf,
  logEntryOf,
  type FullLogEntry,
  type FullLogRow,
  type LogEntry,
} from './log-view.js';
import { isFull } from './log.sql.js';
import { withRetrying } from './retrying.js';
import { linksOnly, readSpans } from './trace-spans.js';

export async function viewLogs(
  pool: Database['pool'],
  found: readonly FullLogRow[],
  parameters: LogViewParameters & Pick<LogFilters, 'workspaceId' | 'status'>,
): Promise<(LogEntry | FullLogEntry)[]> {
  const rows = await withRetrying(pool, found, parameters.status);
  if (!isFull(parameters)) return rows.map(logEntryOf);
  if (!parameters.includeTraceSpans) return rows.map((row) => fullLogEntryOf(row, null));
  const spans = await readSpans(
    pool,
    parameters.workspaceId,
    rows.map((row) => row.execution_id),
    linksOnly,
  );
  return rows.map((row) => fullLogEntryOf(row, spans.get(row.execution_id) ?? []));
}
