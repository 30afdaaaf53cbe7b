/** A page of rows in the requested view. Outputs and spans of all executions take one read each. */
import type { Database } from '@libs/persistence';
import {
  linksOnly,
  noSpans,
  readSpans,
  type SpansByExecution,
  withOpenState,
} from '@libs/execution-view';
import type { LogFilters, LogViewParameters } from '../query/log-parameters.js';
import { fullLogEntryOf, logEntryOf, type FullLogRow } from './log-view.js';
import type { LogEntry } from './log.schemas.js';
import { readSentDeliveries } from './sent-deliveries.js';
import { finalOutputsSql, isFull } from '../query/log.sql.js';
import { fittingSql } from './payload-size.sql.js';

/** Outputs, inputs and spans of a page, as text and as stored. */
const pageBytes = 16 * 1024 * 1024;
const storedPageBytes = 4 * 1024 * 1024;

/** What unended rows of the page have, if the caller named it. */
const onlyStatus = ({ status }: Pick<LogFilters, 'status'>): string | undefined =>
  typeof status === 'string' ? status : undefined;

/** @returns the first rows that fit the size limits, at least one */
export async function viewLogs(
  pool: Database['pool'],
  found: readonly FullLogRow[],
  parameters: LogViewParameters & Pick<LogFilters, 'workspaceId' | 'status'>,
): Promise<LogEntry[]> {
  const rows = await withOpenState(pool, found, onlyStatus(parameters));
  const entries = isFull(parameters)
    ? await fullEntries(pool, rows, parameters)
    : rows.map(logEntryOf);
  if (!parameters.includeDeliveries) return entries;
  const sent = await readSentDeliveries(pool, parameters.workspaceId, rows);
  return entries.map((entry) => {
    const deliveries = sent.get(entry.executionId);
    return deliveries === undefined ? entry : { ...entry, deliveries };
  });
}

async function fullEntries(
  pool: Database['pool'],
  rows: readonly FullLogRow[],
  parameters: LogViewParameters & Pick<LogFilters, 'workspaceId'>,
): Promise<LogEntry[]> {
  const fitting = rows.slice(0, await countFitting(pool, rows, parameters));
  const ids = fitting.map((row) => row.execution_id);
  const [outputs, spans] = await Promise.all([
    parameters.includeFinalOutput ? readOutputs(pool, ids) : null,
    parameters.includeTraceSpans ? readSpans(pool, parameters.workspaceId, ids, linksOnly) : null,
  ]);
  return fitting.map((row) => entryOf(row, outputs, spans));
}

function entryOf(
  row: FullLogRow,
  outputs: ReadonlyMap<string, string | null> | null,
  spans: SpansByExecution | null,
): LogEntry {
  const { execution_id: id } = row;
  const withOutput = outputs === null ? row : { ...row, final_output: outputs.get(id) ?? null };
  return fullLogEntryOf(withOutput, spans === null ? null : (spans.get(id) ?? noSpans));
}

async function countFitting(
  pool: Database['pool'],
  rows: readonly FullLogRow[],
  { includeFinalOutput, includeTraceSpans }: LogViewParameters,
): Promise<number> {
  if (rows.length <= 1 || !(includeFinalOutput || includeTraceSpans)) return rows.length;
  const { rows: counted } = await pool.query<{ count: number }>({
    name: 'fitting-logs',
    text: fittingSql,
    values: [
      rows.map((row) => row.execution_id),
      includeFinalOutput,
      includeTraceSpans,
      storedPageBytes,
      pageBytes,
    ],
  });
  return counted[0]?.count ?? 1;
}

async function readOutputs(
  pool: Database['pool'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await pool.query<{ execution_id: string; final_output: string | null }>({
    name: 'final-outputs',
    text: finalOutputsSql,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.execution_id, row.final_output]));
}
