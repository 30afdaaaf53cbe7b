/**
 * Bounds the bytes that all executions of this process hold together. The bound per execution times
 * their number exceeds the memory of a process. A process that runs out of memory would do so again
 * when it takes them over.
 */
import { getHeapStatistics } from 'node:v8';

/** Share of the heap. Block outputs are held as text and parsed where they are referenced. */
const shareOfHeap = 0.25;
/** An execution that holds no more than this never fails because of what others hold. */
const fairShareBytes = 1024 * 1024;

export class HeldBytes {
  #held = 0;

  /** @param budget bytes that all executions may hold together */
  constructor(readonly budget = getHeapStatistics().heap_size_limit * shareOfHeap) {}

  /** Bytes. */
  get held(): number {
    return this.#held;
  }

  /**
   * Records the new size of one execution.
   * @returns whether it must fail: the total exceeds the budget, and it exceeds its fair share
   */
  change(before: number, now: number): boolean {
    this.#held += now - before;
    return this.#held > this.budget && now > fairShareBytes;
  }
}
