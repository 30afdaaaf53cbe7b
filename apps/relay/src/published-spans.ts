/**
 * Trace spans of executions and blocks, from the published records: only valid events get a span,
 * once, with the ledger's times. An execution without a trace context has none.
 */
import { decodeRecord, headers } from '@libs/contracts';
import type { OutgoingRecord } from '@libs/event-log';
import { spanIdFor, type Tracing, withSpanId } from '@libs/platform';

/** Derived from the id: blocks end before their execution and must know its span beforehand. */
const executionSpanId = (executionId: string): string => spanIdFor(`execution ${executionId}`);

export function tracePublished(tracing: Tracing, records: readonly OutgoingRecord[]): void {
  if (!tracing.enabled) return;
  for (const { value, headers: carried } of records) {
    const traceparent = carried?.[headers.traceparent];
    if (traceparent !== undefined) traceRecord(tracing, traceparent, value);
  }
}

function traceRecord(tracing: Tracing, traceparent: string, value: Buffer | null): void {
  const { type, data } = decodeRecord(value);
  if (type === 'WorkflowStepCompleted') {
    tracing.record({
      name: `block ${data.blockType}`,
      kind: 'internal',
      parent: withSpanId(traceparent, executionSpanId(data.executionId)),
      attributes: {
        'flowledger.execution.id': data.executionId,
        'flowledger.block.id': data.blockId,
        'flowledger.block.name': data.blockName,
        'flowledger.block.iteration': data.iteration,
      },
      startedAtMs: data.startedAt,
      endedAtMs: data.endedAt,
      error: data.error?.message,
    });
  } else if (type === 'WorkflowExecutionCompleted') {
    tracing.record({
      name: 'execution',
      kind: 'internal',
      parent: traceparent,
      spanId: executionSpanId(data.executionId),
      attributes: {
        'flowledger.execution.id': data.executionId,
        'flowledger.workflow.id': data.workflowId,
        'flowledger.trigger': data.trigger,
        'flowledger.status': data.status,
      },
      startedAtMs: data.startedAt,
      endedAtMs: data.endedAt,
      ...(data.level === 'error' && { error: data.status }),
    });
  }
}
