/**
 * Reads the stream of a workspace until `signal` ends it. After a break it goes on at the last
 * position, with growing pauses. A server that sends nothing, not even its comment every 15 s, is
 * taken for gone.
 */
import { emptyStream, readEvents, type ServerEvent } from '../../core/live/event-stream.js';
import { retryDelayMs } from '../../core/live/retry-delay.js';
import { type LiveMessage, messageOf, topics } from '../../core/live/topics.js';
import type { Connection } from '../connection.js';

export type Told =
  | { readonly kind: 'message'; readonly message: LiveMessage }
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'position'; readonly position: number };

export interface OpenedStream {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly pieces: AsyncIterable<string>;
}

export interface StreamSource {
  /** @param position where to go on; null: from now */
  open(position: string | null, signal: AbortSignal): Promise<OpenedStream>;
  /** Resolves after `waitMs`, and at once when the network comes back. */
  pause(waitMs: number, signal: AbortSignal): Promise<void>;
}

/** Two comments of the server fit in, with little to spare: a frozen server shows within 20 s. */
const mostSilenceMs = 16_500;
const openWithinMs = 10_000;
/** A server that restarts at once is not worth a banner. */
const graceMs = 2_000;

/** Gone for good: asking again would answer the same. */
const refusals: Readonly<Record<number, Connection>> = {
  401: { state: 'ended' },
  403: { state: 'refused' },
  404: { state: 'refused' },
};

interface Ended {
  /** Null: it broke, or did not open. */
  readonly final: Connection | null;
  readonly retryAfterSeconds: number;
}

const broken: Ended = { final: null, retryAfterSeconds: 0 };
const ended: Ended = { final: { state: 'ended' }, retryAfterSeconds: 0 };

class StreamFollower {
  #position: string | null = null;
  #hasBeenOpen = false;
  #heardAtMs = Date.now();
  #grace: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly source: StreamSource,
    private readonly tell: (told: Told) => void,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { final, retryAfterSeconds } = await this.#readOnce(() => (attempt = 0));
      if (this.signal.aborted || final !== null) {
        this.#endGrace();
        if (final !== null) this.#say(final);
        return;
      }
      this.#noteBreak();
      const waitMs = retryDelayMs(Math.max(1, attempt), Math.random(), retryAfterSeconds);
      await this.source.pause(waitMs, this.signal);
    }
  }

  async #readOnce(onOpen: () => void): Promise<Ended> {
    const trial = new AbortController();
    const end = (): void => trial.abort();
    this.signal.addEventListener('abort', end, { once: true });
    let watchdog = setTimeout(end, openWithinMs);
    const alive = (): void => {
      this.#heardAtMs = Date.now();
      clearTimeout(watchdog);
      watchdog = setTimeout(end, mostSilenceMs);
    };
    try {
      const { status, retryAfterSeconds, pieces } = await this.source.open(
        this.#position,
        trial.signal,
      );
      if (status !== 200) return { final: refusals[status] ?? null, retryAfterSeconds };
      onOpen();
      this.#noteOpen();
      alive();
      let rest = emptyStream;
      for await (const piece of pieces) {
        alive();
        const read = readEvents(rest, piece);
        rest = read.rest;
        for (const event of read.events) if (this.#hear(event) === 'ended') return ended;
      }
      return broken;
    } catch {
      // What a browser says of the cause helps nobody.
      return broken;
    } finally {
      clearTimeout(watchdog);
      this.signal.removeEventListener('abort', end);
      trial.abort();
    }
  }

  #hear({ event, data, id }: ServerEvent): LiveMessage['kind'] | null {
    const message = data === null ? null : messageOf(event, data);
    if (message !== null) this.tell({ kind: 'message', message });
    if (id !== null) {
      this.#position = id;
      if (/^\d{1,15}$/.test(id)) this.tell({ kind: 'position', position: Number(id) });
    }
    return message?.kind ?? null;
  }

  #noteOpen(): void {
    this.#endGrace();
    this.#say({ state: 'live' });
    // Without a position the server can't know what this page has missed.
    if (this.#hasBeenOpen && this.#position === null)
      this.tell({ kind: 'message', message: { kind: 'resync', topics } });
    this.#hasBeenOpen = true;
  }

  #noteBreak(): void {
    if (this.#grace !== null) return;
    const sinceMs = this.#heardAtMs;
    if (this.#hasBeenOpen) this.#say({ state: 'behind', sinceMs });
    this.#grace = setTimeout(() => this.#say({ state: 'offline', sinceMs }), graceMs);
  }

  #endGrace(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
  }

  #say(connection: Connection): void {
    this.tell({ kind: 'connection', connection });
  }
}

export const followStream = (
  source: StreamSource,
  tell: (told: Told) => void,
  signal: AbortSignal,
): Promise<void> => new StreamFollower(source, tell, signal).run();
