/** Maps rows of block results to views. */
import type { SpanSummary } from './span.schemas.js';

export interface SummaryRow {
  readonly block_id: string;
  readonly iteration: string;
  readonly block_name: string;
  readonly block_type: string;
  readonly status: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly error: unknown;
  readonly ports: readonly string[];
  readonly attempts: number;
  readonly cost: number;
  readonly has_input: boolean;
  readonly has_output: boolean;
}

export interface DetailRow extends SummaryRow {
  readonly input: string | null;
  readonly input_bytes: number | null;
  readonly output: string | null;
  readonly output_bytes: number | null;
}

/** Block ids have no colon. */
export function spanKeyOf(id: string): { readonly blockId: string; readonly iteration: string } {
  const colon = id.indexOf(':');
  if (colon < 0) return { blockId: id, iteration: '' };
  return { blockId: id.slice(0, colon), iteration: id.slice(colon + 1) };
}

export const spanIdOf = (blockId: string, iteration: string): string =>
  iteration === '' ? blockId : `${blockId}:${iteration}`;

/** @param hasEnded of the execution: a block that has not ended by then never will */
export function summaryOf(row: SummaryRow, hasEnded: boolean): SpanSummary {
  const { block_id: blockId, iteration, started_at: startedAt, ended_at: endedAt } = row;
  return {
    id: spanIdOf(blockId, iteration),
    blockId,
    iteration,
    name: row.block_name,
    type: row.block_type,
    status: row.status === 'running' && hasEnded ? 'cancelled' : row.status,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    durationMs: endedAt === null ? null : Math.max(0, endedAt.getTime() - startedAt.getTime()),
    attemptCount: row.attempts,
    cost: row.cost,
    ports: row.ports,
    error: row.error,
    hasInput: row.has_input,
    hasOutput: row.has_output,
  };
}
