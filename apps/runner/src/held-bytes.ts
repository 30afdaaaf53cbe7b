/**
 * What the executions of this process hold together: a bound, because an execution's own bound times their number is more than a process
 * has, and one that dies of it dies again when it takes them over.
 */
import { getHeapStatistics } from 'node:v8';

/** Of the heap: what blocks gave is held as text, and parsed where it is referred to. */
const shareOfHeap = 0.25;
/** An execution that holds no more never fails for what others hold. */
const fairShareBytes = 1024 * 1024;

export class HeldBytes {
  #held = 0;

  /** @param budget bytes that all may hold together */
  constructor(readonly budget = getHeapStatistics().heap_size_limit * shareOfHeap) {}

  /** Bytes. */
  get held(): number {
    return this.#held;
  }

  /** One of them holds that many instead. @returns whether it may not: all hold too much, and it more than its share */
  change(before: number, now: number): boolean {
    this.#held += now - before;
    return this.#held > this.budget && now > fairShareBytes;
  }
}
