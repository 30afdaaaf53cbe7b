/**
 * Batches that were fetched for a position their partition no longer has. kafkajs 2.2.4 runs one fetcher per broker: when a
 * partition's leader moves while the old fetcher still waits for its answer, both hold a batch of it. Its only guard is "a seek is
 * pending", and the new fetcher's request has used the seek up by then: the old batch was handled, the position jumped to its end,
 * and what lay between was never read. Seen as a request that nobody ran after a takeover (test/chaos, brokers killed).
 */
import type { Batch } from 'kafkajs';

interface Offset {
  toString(): string;
}

/** What is used of kafkajs' consumer group. */
export interface FetchingGroup {
  /** Anew at each generation. */
  readonly offsetManager: {
    /** Throws when the partition is not assigned. */
    nextOffset(topic: string, partition: number): Offset;
  };
}

export interface FetchedBatch {
  readonly topic: string;
  readonly partition: number;
  /** What the request asked for. */
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

/** Drops what is stale already, and remembers of the others how to tell when they are about to be handled. */
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

/** Whether the batch begins where its partition is to be read next. */
export const isCurrent = (batch: Batch): boolean => currency.get(batch)?.() ?? true;
