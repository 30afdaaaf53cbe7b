/** Server-sent events (WHATWG HTML 9.2) of one execution on one connection: each event once, in order, ended by the last one. */
import { once } from 'node:events';
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { jsonOf } from '../http/json-text.js';
import type { StreamedEvent } from './execution-events.js';

/** Proxies drop silent connections; a comment line keeps them. */
const keepAliveMs = 15_000;
/** Longest time that a reader may take nothing while there is something for it: it can resume. */
const patienceMs = 60_000;

/** An event as it goes over the wire. */
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

  /** @param last sequence of the last event that the reader has */
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

  /** Sequence of the last event that was sent. */
  get last(): number {
    return this.#last;
  }

  /** Bytes that the reader has not taken. */
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

  /** Ends with an event that says why. It has no id: a reader that comes back goes on behind the last one that has. */
  refuse(reason: object): void {
    // Events that the reader has not taken must not reach it any more.
    if (this.backlog > 0) {
      this.break();
      return;
    }
    if (!this.isOver)
      this.response.write(`event: stream.ended\ndata: ${JSON.stringify(reason)}\n\n`);
    this.end();
  }

  /** Breaks off: the reader can't take it for the end. */
  break(): void {
    this.response.destroy();
  }

  send({ sequence, isLast, text }: SentEvent): void {
    if (this.isOver) return;
    if (sequence > this.#last) {
      this.#last = sequence;
      this.response.write(text);
    }
    // Also when the reader says that it has the end already: nothing comes after it.
    if (isLast) this.end();
  }

  /** Resolves when the reader has taken what was sent, or nearly; a reader that takes nothing is let go. */
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
