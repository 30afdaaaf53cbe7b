/**
 * Which executions have a block whose try failed and is repeated: lists show these as `retrying`,
 * whatever else happens in them. A projector that starts in between learns of it at the next try.
 */
import { LRUCache } from 'lru-cache';
import type { NotedChange } from '../engine/noted-change.js';

const mostExecutions = 10_000;
const mostBlocks = 100;

export class RetryingExecutions {
  readonly #blocks = new LRUCache<string, Set<string>>({ max: mostExecutions });

  /** @param change the next one of its execution, in the order of the ledger */
  told(change: NotedChange): NotedChange {
    const { topic, id, retry, status, endedAt } = change;
    if (topic !== 'executions') return change;
    if (retry !== null && !retry.isOver) this.#began(id, retry.blockKey);
    const blocks = this.#blocks.get(id);
    if (blocks === undefined) return change;
    if (retry?.isOver === true) blocks.delete(retry.blockKey);
    if (endedAt !== null || blocks.size === 0) this.#blocks.delete(id);
    const isRetrying = endedAt === null && blocks.size > 0 && status !== null;
    return isRetrying ? { ...change, status: 'retrying' } : change;
  }

  #began(id: string, blockKey: string): void {
    const blocks = this.#blocks.get(id) ?? new Set();
    if (blocks.size < mostBlocks) blocks.add(blockKey);
    this.#blocks.set(id, blocks);
  }
}
