import type { OffsetCommit } from '../../ports.js';

/** Groups offsets as Kafka's commit requests need them. */
export function offsetsByTopic(commits: readonly OffsetCommit[]) {
  return Array.from(
    Map.groupBy(commits, ({ topic }) => topic),
    ([topic, ofTopic]) => ({
      topic,
      partitions: ofTopic.map(({ partition, offset, metadata = null }) => ({
        partition,
        offset: String(offset),
        metadata,
      })),
    }),
  );
}
