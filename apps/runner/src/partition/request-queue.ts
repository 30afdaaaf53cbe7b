/**
 * Requests of one partition that were read and wait for a runner slot. Accounts are served round
 * robin, each in request order. So one account's flood delays the others by at most the requests
 * read ahead. Bounded by pausing the consumer.
 */
import type { ExecutionRequested } from '@libs/contracts';
import { Fifo } from '@libs/platform';

export interface QueuedRequest {
  readonly offset: number;
  readonly request: ExecutionRequested;
  readonly traceparent: string | null;
  readonly sizeBytes: number;
}

/**
 * Reading pauses above the first limits and resumes below the second. They let other accounts'
 * requests be seen early behind a flood, in at most 8 MiB of memory per partition.
 */
const pauseAt = { count: 2_000, bytes: 8 * 1024 * 1024 };
const resumeAt = { count: 1_000, bytes: 4 * 1024 * 1024 };

export class RequestQueue {
  /** By account; the first is served next, and then moves to the end. */
  readonly #lanes = new Map<string, Fifo<QueuedRequest>>();
  #size = 0;
  #bytes = 0;
  #paused = false;

  /** @param setPaused pauses or resumes reading of the partition */
  constructor(private readonly setPaused: (paused: boolean) => void) {}

  get size(): number {
    return this.#size;
  }

  push(item: QueuedRequest): void {
    const { accountId } = item.request;
    let lane = this.#lanes.get(accountId);
    if (lane === undefined) {
      lane = new Fifo();
      this.#lanes.set(accountId, lane);
    }
    lane.push(item);
    this.#size += 1;
    this.#bytes += item.sizeBytes;
    if (!this.#paused && (this.#size > pauseAt.count || this.#bytes > pauseAt.bytes))
      this.#pause(true);
  }

  shift(): QueuedRequest | undefined {
    const next = this.#lanes.entries().next().value;
    if (next === undefined) return undefined;
    const [accountId, lane] = next;
    const item = lane.shift();
    if (lane.length === 0) this.#lanes.delete(accountId);
    else if (this.#lanes.size > 1) {
      this.#lanes.delete(accountId);
      this.#lanes.set(accountId, lane);
    }
    if (item === undefined) return undefined;
    this.#size -= 1;
    this.#bytes -= item.sizeBytes;
    if (this.#paused && this.#size < resumeAt.count && this.#bytes < resumeAt.bytes)
      this.#pause(false);
    return item;
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    this.setPaused(paused);
  }
}
