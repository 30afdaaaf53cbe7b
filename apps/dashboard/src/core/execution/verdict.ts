/** What an operator wants to know first: what became of the execution, where, and why. */
import type { Outline } from './outline.js';
import type { ExecutionLedger, Span } from './execution-ledger.js';
import { executionStatus, isContainer, isWait, spanStatus } from './span-status.js';

export interface Place {
  readonly spanId: string;
  readonly name: string;
}

export type Reason =
  | { readonly kind: 'http'; readonly status: number }
  | { readonly kind: 'message'; readonly code: string; readonly message: string };

export type Verdict =
  | { readonly kind: 'success'; readonly afterMs: number }
  | { readonly kind: 'cancelled'; readonly afterMs: number; readonly place: Place | null }
  | {
      readonly kind: 'error';
      readonly afterMs: number;
      /** Null where no block failed. */
      readonly place: Place | null;
      readonly reason: Reason;
      /** From 1; more than one was needed when it is above. */
      readonly tryNumber: number;
    }
  | { readonly kind: 'queued'; readonly sinceMs: number | null }
  /** In the place that began last; `others` run beside it. */
  | { readonly kind: 'running'; readonly place: Place | null; readonly others: number }
  | {
      readonly kind: 'retrying';
      readonly place: Place;
      readonly reason: Reason;
      readonly nextTry: number;
      readonly dueMs: number;
    }
  | { readonly kind: 'waiting'; readonly place: Place; readonly blockType: string };

const placeOf = ({ id, name }: Span): Place => ({ spanId: id, name });

export const reasonOf = (error: {
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
}): Reason =>
  error.code === 'HTTP_STATUS' && error.httpStatus !== null
    ? { kind: 'http', status: error.httpStatus }
    : { kind: 'message', code: error.code, message: error.message };

export function verdictOf(ledger: ExecutionLedger, outline: Outline): Verdict {
  const { end, startMs } = ledger;
  const status = executionStatus(ledger);
  if (end !== null) {
    const afterMs = Math.max(0, end.endMs - (startMs ?? end.endMs));
    if (end.status === 'success') return { kind: 'success', afterMs };
    if (end.status === 'cancelled')
      return { kind: 'cancelled', afterMs, place: openPlace(ledger, true) };
    return failure(ledger, outline, afterMs);
  }
  const open = openSpans(ledger);
  const retrying = open.find((span) => spanStatus(span, false) === 'retrying');
  const [newest, ...others] = open;
  if (status === 'retrying' && retrying !== undefined) return retryOf(retrying);
  if (status === 'paused' && newest !== undefined)
    return { kind: 'waiting', place: placeOf(newest), blockType: newest.blockType };
  if (status === 'queued') return { kind: 'queued', sinceMs: startMs };
  const working = open.filter((span) => !isWait(span));
  const shown = working[0] ?? newest;
  return {
    kind: 'running',
    place: shown === undefined ? null : placeOf(shown),
    others: newest === undefined ? 0 : others.length,
  };
}

/** Those that have not ended, the newest first; containers only hold others. */
const openSpans = ({ spans }: ExecutionLedger): Span[] =>
  [...spans.values()]
    .filter((span) => span.endMs === null && !isContainer(span) && span.startMs !== Infinity)
    .sort((a, b) => b.startMs - a.startMs);

function openPlace(ledger: ExecutionLedger, hasEnded: boolean): Place | null {
  const stopped = openSpans(ledger).find((span) => spanStatus(span, hasEnded) === 'cancelled');
  return stopped === undefined ? null : placeOf(stopped);
}

function retryOf(span: Span): Verdict {
  const last = span.failedTries.at(-1);
  const { code = '', message = '', status = null, retryAtMs = 0 } = last ?? {};
  return {
    kind: 'retrying',
    place: placeOf(span),
    reason: reasonOf({ code, message, httpStatus: status }),
    nextTry: span.failedTries.length + 1,
    dueMs: retryAtMs,
  };
}

function failure(ledger: ExecutionLedger, outline: Outline, afterMs: number): Verdict {
  const error = ledger.end?.error ?? null;
  const failed = failedSpans(ledger);
  const span =
    failed.find(({ blockId, iteration }) => blockId === error?.blockId && iteration === '') ??
    failed.find(({ blockId }) => blockId === error?.blockId);
  if (span?.error != null)
    return {
      ...{ kind: 'error', afterMs, place: placeOf(span) },
      ...{ reason: reasonOf(span.error), tryNumber: span.attemptCount },
    };
  const reason = {
    kind: 'message' as const,
    ...{ code: error?.code ?? '', message: error?.message ?? '' },
  };
  const blockId = error?.blockId ?? null;
  const name = error?.blockName ?? outline.blocks.get(blockId ?? '')?.name ?? blockId;
  const place = blockId === null || name === null ? null : { spanId: blockId, name };
  return { kind: 'error', afterMs, place, reason, tryNumber: 1 };
}

/**
 * Failed blocks in the order in which they failed. A container is not among them where a block in
 * it is: that one says why.
 */
export function failedSpans({ spans }: ExecutionLedger): Span[] {
  const failed = [...spans.values()].filter(({ error }) => error !== null);
  const inside = new Set(failed.flatMap(({ iteration }) => containersAround(iteration)));
  return failed
    .filter(({ id }) => !inside.has(id))
    .sort((a, b) => (a.endMs ?? 0) - (b.endMs ?? 0) || (a.id < b.id ? -1 : 1));
}

/** Span ids of the containers around an iteration, the innermost first. */
export function containersAround(iteration: string): string[] {
  const steps = iteration === '' ? [] : iteration.split('.');
  return steps
    .map((step, at) => {
      const outer = steps.slice(0, at).join('.');
      const container = step.slice(0, step.lastIndexOf('['));
      return outer === '' ? container : `${container}:${outer}`;
    })
    .reverse();
}
