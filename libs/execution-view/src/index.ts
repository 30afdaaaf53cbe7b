/**
 * Executions as callers see them, read from the read models: one status in every answer, and spans
 * as the same tree in logs and in webhook events. Reads are bounded. Who may read is the caller's
 * question, except for child runs.
 */
export { readFittingSpans } from './fitting-spans.js';
export { linksOnly, nested, nestedSkeleton, noSpans, readSpans } from './read-spans.js';
export type { ExecutionSpans, SpansByExecution } from './read-spans.js';
export type { TraceSpan } from './trace-span.js';
export { isRetrying } from './retrying.sql.js';
export { withRetrying } from './with-retrying.js';
export { endedText, endingText, openBlockText, queuedText, withAttempts } from './result-text.js';
export { withOpenState } from './with-open-state.js';
