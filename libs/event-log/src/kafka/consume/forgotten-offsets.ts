/**
 * Restores a group's offsets that Kafka has forgotten, before the first member joins: a partition
 * without a committed offset starts where the journal says.
 */
import type { EventLogLogger } from '../../options.js';
import type { LogAdmin, OffsetCommit } from '../../ports.js';
import { isOtherMembersGroup } from '../client/kafka-errors.js';

export interface Forgetful {
  readonly groupId: string;
  readonly topics: readonly string[];
  /** Commits for a group without members. */
  commit(commits: readonly OffsetCommit[]): Promise<void>;
}

export class ForgottenOffsets {
  constructor(
    private readonly admin: Pick<LogAdmin, 'committed' | 'noted'>,
    private readonly log: EventLogLogger,
  ) {}

  /** @throws when Kafka or the journal does not answer: a join now could read from the start */
  async restore({ groupId, topics, commit }: Forgetful): Promise<void> {
    const found = (await Promise.all(topics.map((topic) => this.#ofTopic(groupId, topic)))).flat();
    if (found.length === 0) return;
    try {
      await commit(found);
    } catch (error) {
      if (!isOtherMembersGroup(error)) throw error;
      this.log.debug({ groupId }, 'another member has joined; it has checked the offsets');
      return;
    }
    this.log.warn(
      { groupId, offsets: found },
      'Kafka has forgotten offsets of this group: it goes on where the journal of committed offsets says',
    );
  }

  async #ofTopic(groupId: string, topic: string): Promise<readonly OffsetCommit[]> {
    const noted = await this.admin.noted(groupId, topic);
    if (noted.size === 0) return [];
    const committed = await this.admin.committed(groupId, topic);
    return [...noted]
      .filter(([partition]) => !committed.has(partition))
      .map(([partition, place]) => ({ topic, partition, ...place }));
  }
}
