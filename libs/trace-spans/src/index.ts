/**
 * The spans of executions as trees, read from the read models: in the logs interface and in webhook
 * events alike. What one caller reads is bounded; who may read it is the caller's question.
 */
export { linksOnly, nested, noSpans, readSpans } from './read-spans.js';
export type { ExecutionSpans, SpansByExecution } from './read-spans.js';
export type { TraceSpan } from './trace-span.js';
