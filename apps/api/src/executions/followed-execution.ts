/** The ledger's tail as one reader follows it: what comes before the reader is ready waits, and a reader that can't keep up is told so. */
import type { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { type EventStream, type SentEvent, sentEvent } from './event-stream.js';
import { streamedEvent } from './execution-events.js';

/** More may not wait for a reader: it has to read again what the read model has by then. */
const longestBacklogBytes = 8 * 1024 * 1024;

export class FollowedExecution {
  /** Resolves when the reader can't keep up: nothing more comes from here. */
  readonly isBehind: Promise<void>;
  #waiting: SentEvent[] = [];
  #waitingBytes = 0;
  #stream: EventStream | null = null;
  readonly #unfollow: () => void;

  constructor(tail: LiveTailReader, executionId: string) {
    let fallBehind: () => void = () => undefined;
    this.isBehind = new Promise((resolve) => (fallBehind = resolve));
    this.#unfollow = tail.follow(executionId, (event) => {
      this.#take(sentEvent(streamedEvent(event)));
      if ((this.#stream?.backlog ?? this.#waitingBytes) <= longestBacklogBytes) return;
      this.forget();
      fallBehind();
    });
  }

  #take(event: SentEvent): void {
    if (this.#stream !== null) this.#stream.send(event);
    else {
      this.#waiting.push(event);
      this.#waitingBytes += event.text.length;
    }
  }

  forget(): void {
    this.#waiting = [];
    this.#unfollow();
  }

  /** From now on each event goes out as it comes. */
  to(stream: EventStream): void {
    // The read model's end has no sequence of its own; the tail's, when it is there too, comes to the same.
    for (const event of this.#waiting) stream.send(event);
    this.#waiting = [];
    this.#stream = stream;
  }
}
