/**
 * The stretches of one span, as the waterfall draws them:
 *
 *   ##### failed   ······ gap   ---- queued   ##### run        ▯ next
 *   try 1          until the    until a       the last try     the next try,
 *                  next try     slot was free                  when it is still to come
 */
import type { FailedTry } from '../execution/execution-event.js';
import type { Span } from '../execution/execution-ledger.js';
import { isWait } from '../execution/span-status.js';
import type { Interval } from './interval.js';

type SegmentKind = 'run' | 'running' | 'failed' | 'cancelled' | 'wait' | 'gap' | 'queued' | 'next';

export interface Segment extends Interval {
  readonly kind: SegmentKind;
}

/** A try that begins later than this after it was due had to wait for a slot. */
const queuedFromMs = 50;

/**
 * @param untilMs end of the execution, or now while it runs
 */
export function segmentsOf(span: Span, untilMs: number, hasEnded: boolean): Segment[] {
  const { startMs, failedTries } = span;
  if (startMs === Infinity) return [];
  const endMs = Math.max(startMs, span.endMs ?? untilMs);
  if (isWait(span)) return [{ kind: 'wait', startMs, endMs }];
  const segments: Segment[] = [];
  let dueMs = startMs;
  for (const failed of failedTries) {
    segments.push(...triedFrom(failed, dueMs, endMs));
    dueMs = failed.retryAtMs;
  }
  if (dueMs < endMs || failedTries.length === 0)
    segments.push({ kind: lastKind(span, hasEnded), startMs: dueMs, endMs });
  else if (span.endMs === null && !hasEnded)
    segments.push({ kind: 'next', startMs: dueMs, endMs: dueMs });
  return segments;
}

function triedFrom(failed: FailedTry, dueMs: number, endMs: number): Segment[] {
  const beganMs = Math.max(dueMs, failed.endMs - failed.durationMs);
  const wasQueued = beganMs - dueMs > queuedFromMs;
  const segments: Segment[] = wasQueued ? [{ kind: 'queued', startMs: dueMs, endMs: beganMs }] : [];
  segments.push({ kind: 'failed', startMs: beganMs, endMs: failed.endMs });
  const gapEndMs = Math.min(failed.retryAtMs, Math.max(endMs, failed.endMs));
  return [...segments, { kind: 'gap', startMs: failed.endMs, endMs: gapEndMs }];
}

function lastKind({ error, endMs }: Span, hasEnded: boolean): SegmentKind {
  if (error !== null) return 'failed';
  if (endMs !== null) return 'run';
  return hasEnded ? 'cancelled' : 'running';
}

/** Stretches in which something worked; all others are idle. */
const busyKinds: ReadonlySet<SegmentKind> = new Set(['run', 'running', 'failed', 'next']);

export const isBusy = ({ kind }: Segment): boolean => busyKinds.has(kind);

/** How long nothing was done, by reason. */
export function waitedMs(segments: readonly Segment[], kind: 'wait' | 'gap' | 'queued'): number {
  return segments
    .filter((segment) => segment.kind === kind)
    .reduce((total, { startMs, endMs }) => total + endMs - startMs, 0);
}
