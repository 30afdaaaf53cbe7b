/**
 * Parses the traces of executions and reads their streams, so that neither a large trace nor a
 * large output of a block holds up the page. Events leave in slices that the page takes in some
 * milliseconds each.
 */
import type { ExecutionEvent } from '../../core/execution/execution-event.js';
import { streamEvent } from '../../core/execution/stream-event.js';
import { headOf, type Trace, traceEvents } from '../../core/execution/trace-events.js';
import { emptyStream, readEvents, type ServerEvent } from '../../core/live/event-stream.js';
import { retryDelayMs } from '../../core/live/retry-delay.js';
import type { FromRunWorker, ToRunWorker } from './run-messages.js';

type Following = Extract<ToRunWorker, { kind: 'follow' }>;

const say = (message: FromRunWorker): void => self.postMessage(message);

const sliceEvents = 1_000;

function tellTrace({ executionId, bytes }: Extract<ToRunWorker, { kind: 'read' }>): void {
  const { data } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly data: Trace };
  const events = traceEvents(data);
  for (let from = 0; from < events.length; from += sliceEvents)
    say({ kind: 'events', executionId, events: events.slice(from, from + sliceEvents) });
  say({ kind: 'trace', executionId, head: headOf(data) });
}

/** Between two looks of a person nothing is lost; when much happens, pages are drawn less often. */
const flushMs = 50;
const busyFlushMs = 250;
const busyEvents = 25;

class Outbox {
  #events: ExecutionEvent[] = [];
  #after: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitMs = flushMs;

  constructor(private readonly executionId: string) {}

  put({ id, event: name, data }: ServerEvent): void {
    const sequence = Number(id ?? 0);
    const event = data === null ? null : streamEvent(name, sequence, JSON.parse(data) as unknown);
    if (event !== null) this.#events.push(event);
    if (id !== null) this.#after = sequence;
    this.#timer ??= setTimeout(() => this.flush(), this.#waitMs);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waitMs = this.#events.length > busyEvents ? busyFlushMs : flushMs;
    const { executionId } = this;
    if (this.#events.length > 0) say({ kind: 'events', executionId, events: this.#events });
    if (this.#after !== null) say({ kind: 'position', executionId, after: this.#after });
    this.#events = [];
    this.#after = null;
  }
}

/** The server writes a comment every 15 seconds. */
const silenceMs = 40_000;
/** An event holds the whole output of a block. */
const longestEvent = 32 * 1024 * 1024;
const endName = 'execution.completed';

interface Position {
  after: number;
}

/** @returns whether more can follow */
async function readStream(
  { workspaceId, executionId }: Following,
  position: Position,
  signal: AbortSignal,
): Promise<boolean> {
  const response = await fetch(`/api/v1/executions/${encodeURIComponent(executionId)}/events`, {
    headers: { 'x-workspace-id': workspaceId, 'last-event-id': String(position.after) },
    credentials: 'same-origin',
    signal,
  });
  const { status, body } = response;
  // Nothing follows; or asking again would not help, and the page's own calls say why.
  if (status === 204 || [401, 403, 404].includes(status)) return false;
  if (!response.ok || body === null) throw new Error(`status ${status}`);
  const outbox = new Outbox(executionId);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = emptyStream;
  try {
    for (;;) {
      const piece = await within(reader.read(), silenceMs);
      if (piece.done) return true;
      const read = readEvents(rest, piece.value, longestEvent);
      rest = read.rest;
      for (const event of read.events) {
        outbox.put(event);
        if (event.id !== null) position.after = Number(event.id);
        if (event.event === endName) return false;
      }
    }
  } finally {
    outbox.flush();
    reader.cancel().catch(() => undefined);
  }
}

/** @throws when nothing came in time: a connection can break without a word */
async function within<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no word of the server')), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(order: Following, signal: AbortSignal): Promise<void> {
  const position = { after: order.after };
  let hasMore = true;
  for (let attempt = 1; hasMore && !signal.aborted; attempt += 1) {
    const { after } = position;
    hasMore = await readStream(order, position, signal).catch(() => true);
    if (position.after > after) attempt = 1;
    if (hasMore) await pause(retryDelayMs(attempt, Math.random(), 0));
  }
  if (!hasMore) say({ kind: 'ended', executionId: order.executionId });
}

const following = new Map<string, AbortController>();

self.onmessage = ({ data: order }: MessageEvent<ToRunWorker>) => {
  if (order.kind === 'read') {
    tellTrace(order);
    return;
  }
  following.get(order.executionId)?.abort();
  following.delete(order.executionId);
  if (order.kind === 'rest') return;
  const ending = new AbortController();
  following.set(order.executionId, ending);
  void follow(order, ending.signal);
};
