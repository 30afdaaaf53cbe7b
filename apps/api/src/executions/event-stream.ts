/**
 * Server-sent events (WHATWG HTML 9.2) of one execution on one connection: each event once, in
 * order, closed after the last.
 */
import { once } from 'node:events';
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { jsonOf } from '../http/json-text.js';
import type { StreamedEvent } from './execution-events.js';

/** A comment line at this interval keeps proxies from dropping a silent connection. */
const keepAliveMs = 15_000;
/** Longest time a reader may take nothing while data is waiting, in ms; it can resume. */
const patienceMs = 60_000;

export interface SentEvent {
  readonly sequence: number;
  readonly isLast: boolean;
  readonly text: string;
}

export const sentEvent = ({ sequence, name, data }: StreamedEvent): SentEvent => ({
  sequence,
  isLast: name === 'execution.completed',
  text: `id: ${sequence}\nevent: ${name}\ndata: ${jsonOf(data)}\n\n`,
});

export class EventStream {
  #last: number;
  readonly #timer: NodeJS.Timeout;

  /** @param last sequence of the last event the reader has */
  constructor(
    private readonly response: ServerResponse,
    last: number,
    headers: Readonly<Record<string, OutgoingHttpHeader | undefined>> = {},
  ) {
    this.#last = last;
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    this.#timer = setInterval(() => response.write(':\n\n'), keepAliveMs);
    response.on('close', () => clearInterval(this.#timer));
  }

  /** Sequence of the last event sent. */
  get last(): number {
    return this.#last;
  }

  /** Bytes the reader has not taken. */
  get backlog(): number {
    return this.response.writableLength;
  }

  get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  end(): void {
    clearInterval(this.#timer);
    if (!this.response.writableEnded) this.response.end();
  }

  /**
   * Ends with an event that gives the reason. It has no id, so a reader that reconnects resumes
   * after the last event with an id.
   */
  refuse(reason: object): void {
    // Unread events must no longer reach the reader.
    if (this.backlog > 0) {
      this.break();
      return;
    }
    if (!this.isOver)
      this.response.write(`event: stream.ended\ndata: ${JSON.stringify(reason)}\n\n`);
    this.end();
  }

  /** Destroys the connection, so the reader can't mistake this for the end. */
  break(): void {
    this.response.destroy();
  }

  send({ sequence, isLast, text }: SentEvent): void {
    if (this.isOver) return;
    if (sequence > this.#last) {
      this.#last = sequence;
      this.response.write(text);
    }
    // Also when the reader already has the end: no event follows it.
    if (isLast) this.end();
  }

  /** Resolves when the reader has nearly caught up; a reader that takes nothing is dropped. */
  async taken(gone: AbortSignal): Promise<void> {
    if (!this.response.writableNeedDrain || this.isOver) return;
    const patience = AbortSignal.timeout(patienceMs);
    try {
      await once(this.response, 'drain', { signal: AbortSignal.any([gone, patience]) });
    } catch {
      if (patience.aborted) this.break();
    }
  }
}
