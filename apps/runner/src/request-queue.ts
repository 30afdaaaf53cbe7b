/** Requests of one partition that were read and wait for a slot; bounded by asking the consumer to pause. */
import type { ExecutionRequested } from '@libs/contracts';

export interface QueuedRequest {
  readonly offset: number;
  readonly request: ExecutionRequested;
  readonly traceparent: string | null;
  readonly sizeBytes: number;
}

/** Reading pauses above the first number and goes on below the second. */
const pauseAt = { count: 500, bytes: 8 * 1024 * 1024 };
const resumeAt = { count: 100, bytes: 1024 * 1024 };

export class RequestQueue {
  #items: QueuedRequest[] = [];
  #head = 0;
  #bytes = 0;
  #paused = false;

  /** @param setPaused pauses or resumes reading of the partition */
  constructor(private readonly setPaused: (paused: boolean) => void) {}

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: QueuedRequest): void {
    this.#items.push(item);
    this.#bytes += item.sizeBytes;
    if (!this.#paused && (this.size > pauseAt.count || this.#bytes > pauseAt.bytes))
      this.#pause(true);
  }

  shift(): QueuedRequest | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head += 1;
    this.#bytes -= item.sizeBytes;
    if (this.#head > 256 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    if (this.#paused && this.size < resumeAt.count && this.#bytes < resumeAt.bytes)
      this.#pause(false);
    return item;
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    this.setPaused(paused);
  }
}
