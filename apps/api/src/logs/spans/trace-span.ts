import type { TraceSpan } from './trace-span.schemas.js';

/** A span not yet placed in the tree. */
export interface PlacedSpan {
  readonly span: TraceSpan;
  /** Sequence of its last event; orders spans that began at the same time. */
  readonly sequence: number;
}

/** Milliseconds between a span's start and end; null before it ends. */
export const durationBetween = (startedAt: string, endedAt: string | null): number | null =>
  endedAt === null ? null : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
