/**
 * Detects batches fetched for an old position of their partition. kafkajs 2.2.4 runs one fetcher
 * per broker. When a leader moves while the old fetcher waits for its answer, both fetchers hold a
 * batch of the partition. kafkajs only checks for a pending seek, which the new fetcher's request
 * has consumed. It handled the old batch, jumped to its end and never read the records between: a
 * request stayed unrun after a takeover (test/chaos, brokers killed).
 */
import type { Batch } from 'kafkajs';

interface Offset {
  toString(): string;
}

/** The parts of kafkajs' consumer group used here. */
export interface FetchingGroup {
  /** A new object at each generation. */
  readonly offsetManager: {
    /** Throws when the partition is not assigned. */
    nextOffset(topic: string, partition: number): Offset;
  };
}

export interface FetchedBatch {
  readonly topic: string;
  readonly partition: number;
  /** The offset that the request asked for. */
  readonly fetchedOffset: Offset;
}

const currency = new WeakMap<object, () => boolean>();

function isNext(group: FetchingGroup, { topic, partition, fetchedOffset }: FetchedBatch): boolean {
  try {
    const next = group.offsetManager.nextOffset(topic, partition);
    return next.toString() === fetchedOffset.toString();
  } catch {
    return false;
  }
}

/**
 * Drops stale batches, and records for the others how to check them again before they are handled.
 */
export function keepCurrent<T extends FetchedBatch>(
  group: FetchingGroup,
  batches: readonly T[],
): T[] {
  return batches.filter((batch) => {
    const isCurrent = (): boolean => isNext(group, batch);
    currency.set(batch, isCurrent);
    return isCurrent();
  });
}

/** Whether the batch begins at its partition's next offset. */
export const isCurrent = (batch: Batch): boolean => currency.get(batch)?.() ?? true;
