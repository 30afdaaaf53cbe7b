/** Server-sent events (WHATWG HTML 9.2) of one execution on one connection: each event once, in order, ended by the last one. */
import type { ServerResponse } from 'node:http';
import type { StreamedEvent } from './execution-events.js';

/** Proxies drop silent connections; a comment line keeps them. */
const keepAliveMs = 15_000;
/** A reader that takes nothing while this much waits for it is let go: it can resume. */
const longestBacklogBytes = 8 * 1024 * 1024;

export class EventStream {
  #last: number;
  readonly #timer: NodeJS.Timeout;

  /** @param last sequence of the last event that the reader has */
  constructor(
    private readonly response: ServerResponse,
    last: number,
    headers: Readonly<Record<string, string>> = {},
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

  end(): void {
    if (!this.response.writableEnded) this.response.end();
  }

  send({ sequence, name, data }: StreamedEvent): void {
    if (sequence <= this.#last || this.response.writableEnded) return;
    this.#last = sequence;
    this.response.write(`id: ${sequence}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    if (name === 'execution.completed') this.end();
    else if (this.response.writableLength > longestBacklogBytes) this.response.destroy();
  }
}
