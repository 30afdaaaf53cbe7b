/**
 * A run drawn as text, one line a block and 100 ms a column:
 *
 *   runFrom('fetch  ####', 'charge ....##x~~~##x', 'ask:approval ..~~~>')
 *
 * `.` not begun, `#` runs, `x` fails, `~` waits (after an `x`: for the next try), a last `>`: not
 * ended. `name:type` gives a type (`api` otherwise), `name@loop[0]` an iteration. The run ends with
 * its last block, unless one has not ended.
 */
import type { ExecutionEvent, FailedTry } from '../execution-event.js';

export const columnMs = 100;

const refused = { code: 'HTTP_STATUS', message: 'HTTP 402 from the server', httpStatus: 402 };

interface DrawnLine {
  readonly blockId: string;
  readonly blockType: string;
  readonly iteration: string;
  readonly cells: string;
}

function lineOf(text: string): DrawnLine {
  const [label = '', cells = ''] = text.split(/\s+/);
  const [named = '', iteration = ''] = label.split('@');
  const [blockId = '', blockType = 'api'] = named.split(':');
  return { blockId, blockType, iteration, cells };
}

function triesOf(cells: string): FailedTry[] {
  const tries: FailedTry[] = [];
  for (const { index, 0: piece } of cells.matchAll(/(#*x)(?=~)/g)) {
    const endColumn = index + piece.length;
    const waited = /^~+/.exec(cells.slice(endColumn))?.[0].length ?? 0;
    tries.push({
      attemptNumber: tries.length + 1,
      status: 503,
      code: 'HTTP_STATUS',
      message: 'HTTP 503 from the server',
      durationMs: piece.length * columnMs,
      endMs: endColumn * columnMs,
      retryAtMs: (endColumn + waited) * columnMs,
      offset: null,
    });
  }
  return tries;
}

function eventsOfLine({ blockId, blockType, iteration, cells }: DrawnLine): ExecutionEvent[] {
  const place = { blockId, iteration };
  const startMs = (/^\.*/.exec(cells)?.[0].length ?? 0) * columnMs;
  const tries = triesOf(cells);
  const events: ExecutionEvent[] = [
    { type: 'blockStarted', ...place, name: blockId, blockType, atMs: startMs },
    ...tries.map((failed) => ({ type: 'tryFailed' as const, ...place, failed })),
  ];
  if (cells.endsWith('>')) return events;
  const hasFailed = cells.endsWith('x');
  return [
    ...events,
    {
      type: 'blockCompleted',
      ...place,
      name: blockId,
      blockType,
      startMs,
      endMs: cells.length * columnMs,
      ports: hasFailed ? [] : ['out'],
      error: hasFailed ? refused : null,
      attemptCount: tries.length + 1,
      cost: 0,
      childId: null,
      tokens: 0,
      offset: null,
    },
  ];
}

const timeOf = (event: ExecutionEvent): number => {
  switch (event.type) {
    case 'blockStarted':
    case 'executionStarted':
      return event.atMs;
    case 'tryFailed':
      return event.failed.endMs;
    case 'blockCompleted':
    case 'executionCompleted':
      return event.endMs;
    case 'executionQueued':
    case 'textStreamed':
      return 0;
  }
};

/** @returns the events in the order in which they happened */
export function runFrom(...drawn: readonly string[]): ExecutionEvent[] {
  const lines = drawn.map(lineOf);
  const events = lines.flatMap(eventsOfLine).sort((a, b) => timeOf(a) - timeOf(b));
  const all: ExecutionEvent[] = [{ type: 'executionStarted', atMs: 0 }, ...events];
  if (lines.some(({ cells }) => cells.endsWith('>'))) return all;
  const failed = lines.find(({ cells }) => cells.endsWith('x'));
  const error =
    failed === undefined
      ? null
      : {
          ...{ code: 'HTTP_STATUS', message: 'HTTP 402 from the server' },
          ...{ blockId: failed.blockId, blockName: failed.blockId },
        };
  const endMs = Math.max(0, ...events.map(timeOf));
  const status = failed === undefined ? ('success' as const) : ('error' as const);
  return [...all, { type: 'executionCompleted', status, endMs, error }];
}
