/** The changes of one workspace on one connection: at most four messages a second. */
import type { ServerResponse } from 'node:http';
import type { OutgoingHttpHeader } from 'node:http';
import { Changes, type ExecutionChange } from './changes.js';

const everyMs = 250;
/** A comment line at this interval keeps proxies from dropping a silent connection. */
const keepAliveMs = 15_000;

export class WorkspaceStream {
  readonly #changes = new Changes();
  readonly #timers: readonly NodeJS.Timeout[];

  /** @param missed the reader had an earlier stream, whose changes since then are gone */
  constructor(
    private readonly response: ServerResponse,
    headers: Readonly<Record<string, OutgoingHttpHeader | undefined>>,
    missed: boolean,
  ) {
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(':\n\n');
    if (missed) this.#changes.missed();
    this.#timers = [
      setInterval(() => this.#send(), everyMs),
      setInterval(() => this.#write(':\n\n'), keepAliveMs),
    ];
    response.once('close', () => this.#stop());
  }

  add(change: ExecutionChange): void {
    this.#changes.add(change);
  }

  /** The key or the session ended. */
  refuse(reason: object): void {
    this.#write(`event: session.ended\ndata: ${JSON.stringify(reason)}\n\n`);
    this.end();
  }

  end(): void {
    this.#stop();
    if (!this.response.writableEnded) this.response.end();
  }

  #send(): void {
    // A reader that takes nothing gets one message when it does.
    if (this.response.writableNeedDrain) return;
    const taken = this.#changes.take();
    if (taken === 'resync') this.#write('event: resync\ndata: {"topic":"executions"}\n\n');
    else if (taken !== null)
      this.#write(`event: execution.changed\ndata: ${JSON.stringify({ changes: taken })}\n\n`);
  }

  #write(text: string): void {
    if (!this.response.writableEnded && !this.response.destroyed) this.response.write(text);
  }

  #stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
