/**
 * Where committed offsets are noted besides in Kafka, which forgets those of a group that has had no member for a week
 * (`offsets.retention.minutes`): who then came back would begin at the start of every topic.
 */
import type { OffsetCommit } from './ports.js';

export interface OffsetJournal {
  /** These went through. Neither waits nor throws: what can not be written now is written later, or is older after a crash. */
  note(groupId: string, commits: readonly OffsetCommit[]): void;
  /** What was noted last for a group of this cluster, by whatever process. */
  read(groupId: string): Promise<readonly OffsetCommit[]>;
}
