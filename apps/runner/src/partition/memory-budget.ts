/**
 * Bounds the memory that all executions of this process use together. The bound per execution times
 * their number exceeds the memory of a process. A process that runs out of memory would do so again
 * when it takes them over.
 */
import { getHeapStatistics } from 'node:v8';

/** Share of the heap. Block outputs are kept as text and parsed where they are referenced. */
const shareOfHeap = 0.25;
/** An execution that uses no more than this never fails because of what others use. */
const fairShareBytes = 1024 * 1024;

export class MemoryBudget {
  #usedBytes = 0;

  /** @param budgetBytes bytes that all executions may use together */
  constructor(readonly budgetBytes = getHeapStatistics().heap_size_limit * shareOfHeap) {}

  /** Bytes. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * Records the new size of one execution.
   * @returns whether it must fail: the total exceeds the budget, and it exceeds its fair share
   */
  change(before: number, now: number): boolean {
    this.#usedBytes += now - before;
    return this.#usedBytes > this.budgetBytes && now > fairShareBytes;
  }
}
