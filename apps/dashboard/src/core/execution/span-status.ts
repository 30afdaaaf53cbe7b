/**
 * States that follow from what a ledger holds. They are derived, not told: a trace that is read
 * later has no event of a pause, and must show the same.
 */
import type { ExecutionStatus } from '../status/status.js';
import type { ExecutionLedger, Span } from './execution-ledger.js';

export type SpanStatus = 'running' | 'waiting' | 'retrying' | 'success' | 'error' | 'cancelled';

/** These wait for a time, a person or another run, and hold no slot meanwhile. */
const waitingTypes: ReadonlySet<string> = new Set(['wait', 'approval', 'workflow']);

export const isWait = ({ blockType }: Pick<Span, 'blockType'>): boolean =>
  waitingTypes.has(blockType);

export const isContainer = ({ blockType }: Pick<Span, 'blockType'>): boolean =>
  blockType === 'loop' || blockType === 'parallel';

export function spanStatus(span: Span, hasEnded: boolean): SpanStatus {
  if (span.error !== null) return 'error';
  if (span.endMs !== null) return 'success';
  if (hasEnded) return 'cancelled';
  if (isWait(span)) return 'waiting';
  return span.failedTries.length > 0 ? 'retrying' : 'running';
}

/** As the API derives it. */
export function executionStatus({ end, spans, wasQueued }: ExecutionLedger): ExecutionStatus {
  if (end !== null) return end.status;
  const open = [...spans.values()].filter((span) => span.endMs === null && !isContainer(span));
  if (open.some(({ failedTries }) => failedTries.length > 0)) return 'retrying';
  if (open.length > 0 && open.every(isWait)) return 'paused';
  const hasBegun = [...spans.values()].some(({ startMs }) => startMs !== Infinity);
  return wasQueued && !hasBegun ? 'queued' : 'running';
}
