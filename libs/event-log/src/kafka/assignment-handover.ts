/**
 * What happens between a join and the first fetch: our positions go on where kafkajs would go back to the committed offsets, and
 * nothing that kafkajs still remembers of lost partitions (a pause, a seek) may act on them when they return.
 */
import type { Consumer } from 'kafkajs';
import type { Assignment } from '../ports.js';
import { partitionKey, type ConsumerPositions } from './consumer-positions.js';
import type { GroupMembership } from './group-membership.js';

export class AssignmentHandover {
  /** Lost while kafkajs still had a seek for them: it cannot be told to forget it. */
  private readonly tainted = new Set<string>();

  constructor(
    private readonly consumer: Consumer,
    private readonly positions: ConsumerPositions,
    private readonly membership: GroupMembership,
  ) {}

  /** @throws when only a new kafkajs consumer would start in the right place */
  take(memberAssignment: Readonly<Record<string, readonly number[]>>): Assignment {
    const { positions, membership, consumer } = this;
    const before = positions.all();
    const { sameMember } = membership.assigned();
    const assignment = positions.assign(membership.memberId, sameMember, memberAssignment);
    for (const state of before) {
      if (positions.get(state) === state) continue;
      if (state.seekPending) this.tainted.add(partitionKey(state));
      if (state.paused) consumer.resume([{ topic: state.topic, partitions: [state.partition] }]);
    }
    if (assignment.added.some((partition) => this.tainted.has(partitionKey(partition)))) {
      throw new Error('a partition came back with an old seek pending');
    }
    for (const { topic, partition, position: offset } of positions.all()) {
      if (offset === undefined) continue;
      positions.seek({ topic, partition, offset });
      consumer.seek({ topic, partition, offset: String(offset) });
    }
    return assignment;
  }
}
