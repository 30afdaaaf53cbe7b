/**
 * Notes committed offsets outside Kafka as well. Kafka forgets those of a group that has had no
 * member for a week (`offsets.retention.minutes`); a member that returns would then start at the
 * beginning of every topic.
 */
import type { OffsetCommit } from './ports.js';

export interface OffsetJournal {
  /**
   * Notes committed offsets. Never waits or throws: writes are retried; a crash may lose the last.
   */
  note(groupId: string, commits: readonly OffsetCommit[]): void;
  /** The offsets noted last for a group of this cluster, by any process. */
  read(groupId: string): Promise<readonly OffsetCommit[]>;
}
