/** Reads the stored trace of an execution into the events that would have made it. */
import type { Operations } from '@libs/client';
import type { ExecutionEvent } from './execution-event.js';
import { executionErrorOf } from './stream-event.js';

export type Trace = Operations['getTrace']['answer']['data'];

/** Of the execution itself; its blocks become events. */
export type TraceHead = Omit<Trace, 'blocks' | 'spans' | 'tries'>;

const endStatuses = ['success', 'error', 'cancelled'] as const;

export function headOf({ blocks: _, spans: _spans, tries: _tries, ...head }: Trace): TraceHead {
  return head;
}

export function traceEvents(trace: Trace): ExecutionEvent[] {
  const startMs = Date.parse(trace.startedAt);
  const status = endStatuses.find((one) => one === trace.status);
  const endMs = trace.endedAt === null ? null : Date.parse(trace.endedAt);
  return [
    { type: 'executionStarted', atMs: startMs },
    ...(trace.status === 'queued' ? [{ type: 'executionQueued' as const }] : []),
    ...trace.spans.map((span) => spanEvent(span, trace.blocks, startMs)),
    ...trace.tries.map((failed) => tryEvent(failed, startMs)),
    ...(status === undefined || endMs === null
      ? []
      : [
          {
            type: 'executionCompleted' as const,
            ...{ status, endMs, error: executionErrorOf(trace.error) },
          },
        ]),
  ];
}

function placeOf(id: string): { readonly blockId: string; readonly iteration: string } {
  const colon = id.indexOf(':');
  return colon < 0
    ? { blockId: id, iteration: '' }
    : { blockId: id.slice(0, colon), iteration: id.slice(colon + 1) };
}

const onlyOut: readonly string[] = ['out'];

function spanEvent(
  {
    id,
    at,
    ms,
    ports,
    attemptCount,
    cost,
    tokens,
    offset,
    error,
    executionId,
  }: Trace['spans'][number],
  blocks: Trace['blocks'],
  startMs: number,
): ExecutionEvent {
  const place = placeOf(id);
  const { name = place.blockId, type: blockType = '' } = blocks[place.blockId] ?? {};
  const atMs = startMs + at;
  if (ms === null) return { type: 'blockStarted', ...place, name, blockType, atMs };
  return {
    type: 'blockCompleted',
    ...place,
    ...{ name, blockType, startMs: atMs, endMs: atMs + ms },
    ports: ports ?? onlyOut,
    error:
      error === undefined
        ? null
        : { code: error.code, message: error.message, httpStatus: error.status },
    attemptCount: attemptCount ?? 1,
    cost: cost ?? 0,
    childId: executionId ?? null,
    tokens: tokens ?? 0,
    offset: offset ?? null,
  };
}

function tryEvent(
  { id, attemptNumber, status, code, message, at, ms, retryAt, offset }: Trace['tries'][number],
  startMs: number,
): ExecutionEvent {
  return {
    type: 'tryFailed',
    ...placeOf(id),
    failed: {
      ...{ attemptNumber, status, code, message, durationMs: ms },
      ...{ endMs: startMs + at, retryAtMs: startMs + retryAt, offset: offset ?? null },
    },
  };
}
