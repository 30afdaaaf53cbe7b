/** In-memory consumer groups: members, assignments, committed offsets. Rebalances at once. */
import type { OffsetCommit, TopicPartition } from '../ports.js';
import { assignSticky, type GroupMember } from '../sticky-assignment.js';
import type { MemoryLog } from './memory-log.js';

export interface MemoryMember {
  readonly memberId: string;
  readonly topics: readonly string[];
  readonly coPartitioned: boolean;
  owned(): Record<string, number[]>;
  assign(partitions: Readonly<Record<string, readonly number[]>>, generation: number): void;
}

interface Committed {
  readonly offset: number;
  readonly metadata: string;
}

class Group {
  readonly members = new Set<MemoryMember>();
  readonly committed = new Map<string, Committed>();
  generation = 0;
}

const committedKey = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;

export class MemoryGroups {
  readonly #groups = new Map<string, Group>();

  constructor(private readonly log: MemoryLog) {}

  join(groupId: string, member: MemoryMember): void {
    this.#group(groupId).members.add(member);
    this.#rebalance(groupId);
  }

  leave(groupId: string, member: MemoryMember): void {
    if (this.#group(groupId).members.delete(member)) this.#rebalance(groupId);
  }

  commit(groupId: string, commits: readonly OffsetCommit[]): void {
    const { committed } = this.#group(groupId);
    for (const { metadata = '', offset, ...partition } of commits) {
      committed.set(committedKey(partition), { offset, metadata });
    }
  }

  committed(groupId: string, partition: TopicPartition): Committed | undefined {
    return this.#group(groupId).committed.get(committedKey(partition));
  }

  #rebalance(groupId: string): void {
    const group = this.#group(groupId);
    const [first] = group.members;
    if (first === undefined) return;
    const generation = ++group.generation;
    const members: GroupMember[] = Array.from(group.members, (member) => ({
      memberId: member.memberId,
      topics: member.topics,
      owned: member.owned(),
      generation,
    }));
    const topics = new Set(members.flatMap((member) => member.topics));
    const counts = new Map(Array.from(topics, (topic) => [topic, this.log.partitionCount(topic)]));
    const assignment = assignSticky(members, counts, first.coPartitioned);
    for (const member of group.members)
      member.assign(assignment.get(member.memberId) ?? {}, generation);
  }

  #group(groupId: string): Group {
    let group = this.#groups.get(groupId);
    if (group === undefined) this.#groups.set(groupId, (group = new Group()));
    return group;
  }
}
