/**
 * How the blocks of a draft stand by one run of it. A run that was chosen shows states and how long
 * each block took; the last run of a draft that is only edited shows how long, and what failed.
 */
import { tookText } from '../format/format.js';
import type { BlockState } from './block-state.js';
import { blockStates } from './block-states.js';
import type { SpanError } from './execution-event.js';
import type { ExecutionLedger, Span } from './execution-ledger.js';
import type { ExecutionTree } from './execution-tree.js';
import type { Outline } from './outline.js';
import { isWait } from './span-status.js';
import type { TakenOver } from './taken-over.js';

/** As parts/canvas/status-store.ts takes it. */
export interface RunStatus extends Omit<BlockState, 'status'> {
  readonly status: string | null;
  readonly detail?: string;
  readonly figure?: string;
}

interface RunStatusOptions {
  readonly ledger: ExecutionLedger;
  readonly tree: ExecutionTree;
  readonly outline: Outline;
  readonly taken: TakenOver;
  readonly reasonText: (error: SpanError, tries: number) => string;
}

/** The last run of each block: of its last iteration, where it ran in one. */
export function lastSpans(ledger: ExecutionLedger): ReadonlyMap<string, Span> {
  const last = new Map<string, Span>();
  for (const span of ledger.spans.values()) {
    const known = last.get(span.blockId);
    if (known === undefined || span.startMs >= known.startMs) last.set(span.blockId, span);
  }
  return last;
}

const tookMs = ({ startMs, endMs }: Span): number | null =>
  endMs === null ? null : Math.max(0, endMs - startMs);

export function runStatuses(options: RunStatusOptions): Map<string, RunStatus> {
  const { ledger, tree, outline, taken, reasonText } = options;
  const last = lastSpans(ledger);
  const statuses = new Map<string, RunStatus>();
  for (const [id, state] of blockStates(ledger.spans.values(), tree, outline, taken)) {
    const span = last.get(id);
    const ms = span === undefined ? null : tookMs(span);
    const error = failedOf(ledger, id) ?? null;
    statuses.set(id, {
      ...state,
      ...(ms !== null && { figure: tookText(ms) }),
      ...(state.status === 'error' &&
        error !== null && { detail: reasonText(error, state.tries ?? 1) }),
    });
  }
  return statuses;
}

function failedOf({ spans }: ExecutionLedger, blockId: string): SpanError | undefined {
  const own = spans.get(blockId);
  if (own?.error != null) return own.error;
  for (const span of spans.values())
    if (span.blockId === blockId && span.error !== null) return span.error;
  return undefined;
}

/** How long each block took, and which failed. A wait says nothing of a block. */
export function runFigures(ledger: ExecutionLedger): Map<string, RunStatus> {
  const figures = new Map<string, RunStatus>();
  for (const [id, span] of lastSpans(ledger)) {
    const ms = isWait(span) ? null : tookMs(span);
    const status = span.error === null ? null : 'error';
    if (ms !== null) figures.set(id, { status, figure: tookText(ms) });
  }
  return figures;
}
