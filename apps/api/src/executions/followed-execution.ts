/**
 * The ledger's tail for one reader. It buffers events until the reader is ready, and signals when
 * the reader can't keep up.
 */
import type { LiveTailReader } from '../live-tail/live-tail.reader.js';
import { type EventStream, type SentEvent, sentEvent } from './event-stream.js';
import { streamedEvent } from './execution-events.js';

/** Beyond this backlog, a reader must start again from the read model. */
const longestBacklogBytes = 8 * 1024 * 1024;

export class FollowedExecution {
  /** Resolves when the reader can't keep up; no more events follow from here. */
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

  /** Sends the buffered events, then each event as it arrives. */
  to(stream: EventStream): void {
    // The read model's end has no sequence; the tail's end, if also present, is the same event.
    for (const event of this.#waiting) stream.send(event);
    this.#waiting = [];
    this.#stream = stream;
  }
}
