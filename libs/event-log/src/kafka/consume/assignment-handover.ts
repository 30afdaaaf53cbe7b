/**
 * Runs between a join and the first fetch. kafkajs would go back to the committed offsets; we
 * continue at our own positions. A pause or seek that kafkajs still remembers of a lost partition
 * must not apply when it returns.
 */
import type { Consumer } from 'kafkajs';
import type { Assignment, TopicPartition } from '../../ports.js';
import { partitionKey, type ConsumerPositions, type PartitionState } from './consumer-positions.js';
import type { GroupMembership } from './group-membership.js';

export class AssignmentHandover {
  /**
   * Partitions that were lost with a seek pending in kafkajs, which cannot be told to forget it.
   */
  readonly #tainted = new Set<string>();

  constructor(
    private readonly consumer: Consumer,
    private readonly positions: ConsumerPositions,
    private readonly membership: GroupMembership,
  ) {
    positions.forgetSeeks();
  }

  /**
   * @throws when only a new kafkajs consumer would start at the right offset; the positions are
   * then unchanged, as their listener knows them
   */
  take(memberAssignment: Readonly<Record<string, readonly number[]>>): Assignment {
    const { positions, membership, consumer } = this;
    const { sameMember } = membership.assigned();
    const assignment = positions.assign(
      membership.memberId,
      sameMember,
      memberAssignment,
      (lost, added) => this.#forget(lost, added),
    );
    for (const { topic, partition, position: offset } of positions.all()) {
      if (offset === undefined) continue;
      positions.seek({ topic, partition, offset });
      consumer.seek({ topic, partition, offset: String(offset) });
    }
    return assignment;
  }

  #forget(lost: readonly PartitionState[], added: readonly TopicPartition[]): void {
    for (const state of lost) {
      if (state.seekPending) this.#tainted.add(partitionKey(state));
      if (state.paused)
        this.consumer.resume([{ topic: state.topic, partitions: [state.partition] }]);
    }
    if (added.some((partition) => this.#tainted.has(partitionKey(partition))))
      throw new Error('partition assigned again while an old seek was pending');
  }
}
