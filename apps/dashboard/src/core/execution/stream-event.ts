/**
 * Reads an event of an execution's stream. A newer server may send other events and other fields:
 * what is not understood is left out.
 */
import type { ExecutionError, ExecutionEvent, SpanError } from './execution-event.js';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const numberOf = (value: unknown, missing: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : missing;

/** Null for what is no time. */
function timeOf(value: unknown): number | null {
  const ms = Date.parse(textOf(value));
  return Number.isNaN(ms) ? null : ms;
}

const placeOf = ({ blockId, iteration }: Fields) => ({
  blockId: textOf(blockId),
  iteration: textOf(iteration),
});

const blockOf = ({ blockName, blockType, ...rest }: Fields) => ({
  ...placeOf(rest),
  name: textOf(blockName) || textOf(rest['blockId']),
  blockType: textOf(blockType),
});

function completed(fields: Fields): ExecutionEvent | null {
  const startMs = timeOf(fields['startedAt']);
  const endMs = timeOf(fields['endedAt']);
  if (startMs === null || endMs === null) return null;
  const { ports, error, attempts, cost } = fields;
  const block = blockOf(fields);
  const output = isFields(fields['output']) ? fields['output'] : {};
  const childId = block.blockType === 'workflow' ? textOf(output['executionId']) || null : null;
  return {
    type: 'blockCompleted',
    ...block,
    ...{ startMs, endMs, childId, error: errorOf(error, output) },
    ...{ tokens: 0, offset: null },
    ports: Array.isArray(ports) ? ports.filter((port) => typeof port === 'string') : [],
    attemptCount: numberOf(attempts, 1),
    cost: numberOf(cost, 0),
  };
}

function errorOf(error: unknown, output: Fields): SpanError | null {
  if (!isFields(error)) return null;
  const status = numberOf(output['status'], Number.NaN);
  return {
    code: textOf(error['code']),
    message: textOf(error['message']).slice(0, shownCharacters),
    httpStatus: Number.isInteger(status) && status > 0 ? status : null,
  };
}

/** As much as a trace has. */
const shownCharacters = 300;

function tryFailed(fields: Fields): ExecutionEvent | null {
  const retryAtMs = timeOf(fields['retryAt']);
  const endMs = timeOf(fields['occurredAt']);
  if (retryAtMs === null || endMs === null) return null;
  return {
    type: 'tryFailed',
    ...placeOf(fields),
    failed: {
      attemptNumber: numberOf(fields['attemptNumber'], 1),
      status: typeof fields['status'] === 'number' ? fields['status'] : null,
      code: textOf(fields['errorCode']),
      message: textOf(fields['message']).slice(0, shownCharacters),
      durationMs: numberOf(fields['durationMs'], 0),
      ...{ endMs, retryAtMs, offset: null },
    },
  };
}

function ended(fields: Fields): ExecutionEvent | null {
  const { status, error } = fields;
  const endMs = timeOf(fields['endedAt']);
  if (endMs === null) return null;
  if (status !== 'success' && status !== 'error' && status !== 'cancelled') return null;
  return { type: 'executionCompleted', status, endMs, error: executionErrorOf(error) };
}

export function executionErrorOf(error: unknown): ExecutionError | null {
  if (!isFields(error)) return null;
  const { code, message, blockId, blockName } = error;
  return {
    code: textOf(code),
    message: textOf(message),
    blockId: textOf(blockId) || null,
    blockName: textOf(blockName) || null,
  };
}

const isTurn = (wait: unknown): boolean => isFields(wait) && wait['kind'] === 'turn';

/** @returns null for an event that changes nothing here */
export function streamEvent(name: string, sequence: number, data: unknown): ExecutionEvent | null {
  if (!isFields(data)) return null;
  switch (name) {
    case 'execution.started': {
      const atMs = timeOf(data['startedAt']);
      return atMs === null ? null : { type: 'executionStarted', atMs };
    }
    case 'execution.paused': {
      const { waits } = data;
      return Array.isArray(waits) && waits.some(isTurn) ? { type: 'executionQueued' } : null;
    }
    case 'block.started': {
      const atMs = timeOf(data['startedAt']);
      return atMs === null ? null : { type: 'blockStarted', ...blockOf(data), atMs };
    }
    case 'block.attempt_failed':
      return tryFailed(data);
    case 'block.output': {
      const attemptNumber = numberOf(data['attemptNumber'], 1);
      const text = textOf(data['text']);
      return { type: 'textStreamed', ...placeOf(data), sequence, attemptNumber, text };
    }
    case 'block.completed':
      return completed(data);
    case 'execution.completed':
      return ended(data);
    default:
      return null;
  }
}
