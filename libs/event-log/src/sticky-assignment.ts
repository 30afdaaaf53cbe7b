/**
 * The assignment of a consumer group, a pure function that the group's leader computes. Every
 * partition goes to exactly one member, and shares differ by at most one. A member keeps its
 * partitions unless balance takes some away, so as few as possible move. With co-partitioning the
 * unit is the partition number: p of every topic goes to the same member.
 */
export interface GroupMember {
  readonly memberId: string;
  readonly topics: readonly string[];
  /** The member's partitions in the last generation that it knows. */
  readonly owned: Readonly<Record<string, readonly number[]>>;
  readonly generation: number;
}

export type GroupAssignment = ReadonlyMap<string, Record<string, number[]>>;

interface Unit {
  readonly name: string;
  readonly partitions: readonly (readonly [topic: string, partition: number])[];
}

export function assignSticky(
  members: readonly GroupMember[],
  partitionCounts: ReadonlyMap<string, number>,
  coPartitioned: boolean,
): GroupAssignment {
  const assignment = new Map<string, Record<string, number[]>>(
    members.map(({ memberId }) => [memberId, {}]),
  );
  // Members subscribe to different topics only during a rolling upgrade; each set of subscribers is
  // assigned separately.
  for (const { subscribers, topics } of bySubscribers(members, partitionCounts)) {
    const units = coPartitioned
      ? unitsByNumber(topics, partitionCounts)
      : unitsByPartition(topics, partitionCounts);
    for (const [memberId, share] of shareOut(subscribers, units)) {
      const own = assignment.get(memberId) ?? {};
      for (const { partitions } of share)
        for (const [topic, partition] of partitions) (own[topic] ??= []).push(partition);
      for (const list of Object.values(own)) list.sort((a, b) => a - b);
    }
  }
  return assignment;
}

function bySubscribers(
  members: readonly GroupMember[],
  partitionCounts: ReadonlyMap<string, number>,
) {
  const groups = new Map<string, { subscribers: GroupMember[]; topics: string[] }>();
  for (const topic of [...partitionCounts.keys()].sort()) {
    const subscribers = members
      .filter(({ topics }) => topics.includes(topic))
      .sort((a, b) => compare(a.memberId, b.memberId));
    if (subscribers.length === 0) continue;
    const id = JSON.stringify(subscribers.map(({ memberId }) => memberId));
    const group = groups.get(id);
    if (group) group.topics.push(topic);
    else groups.set(id, { subscribers, topics: [topic] });
  }
  return groups.values();
}

function unitsByPartition(topics: readonly string[], counts: ReadonlyMap<string, number>): Unit[] {
  return topics.flatMap((topic) =>
    range(counts.get(topic) ?? 0).map((p) => ({
      name: `${p}/${topic}`,
      partitions: [[topic, p] as const],
    })),
  );
}

function unitsByNumber(topics: readonly string[], counts: ReadonlyMap<string, number>): Unit[] {
  const largest = Math.max(0, ...topics.map((topic) => counts.get(topic) ?? 0));
  return range(largest).map((p) => ({
    name: String(p),
    partitions: topics
      .filter((topic) => p < (counts.get(topic) ?? 0))
      .map((topic) => [topic, p] as const),
  }));
}

function shareOut(members: readonly GroupMember[], units: readonly Unit[]): Map<string, Unit[]> {
  const claimed = keepClaims(members, units);
  const quotas = shareSizes(members, claimed, units.length);
  const shares = new Map<string, Unit[]>();
  const taken = new Set<Unit>();
  for (const { memberId } of members) {
    const kept = (claimed.get(memberId) ?? []).slice(0, quotas.get(memberId));
    shares.set(memberId, kept);
    for (const unit of kept) taken.add(unit);
  }
  const free = units.filter((unit) => !taken.has(unit));
  for (const { memberId } of members) {
    const share = shares.get(memberId) ?? [];
    const missing = (quotas.get(memberId) ?? 0) - share.length;
    if (missing > 0) share.push(...free.splice(0, missing));
  }
  return shares;
}

/** Two members claim the same unit only when one missed a generation: the newer claim counts. */
function keepClaims(members: readonly GroupMember[], units: readonly Unit[]): Map<string, Unit[]> {
  const claimed = new Map<string, Unit[]>();
  for (const unit of units) {
    let owner: GroupMember | undefined;
    for (const member of members) {
      const owns = unit.partitions.some(([topic, partition]) =>
        member.owned[topic]?.includes(partition),
      );
      if (owns && (owner === undefined || member.generation > owner.generation)) owner = member;
    }
    if (owner === undefined) continue;
    const list = claimed.get(owner.memberId);
    if (list) list.push(unit);
    else claimed.set(owner.memberId, [unit]);
  }
  return claimed;
}

/** The members that hold the most get the larger shares, so no unit moves without need. */
function shareSizes(
  members: readonly GroupMember[],
  claimed: ReadonlyMap<string, Unit[]>,
  units: number,
): Map<string, number> {
  const count = ({ memberId }: GroupMember): number => claimed.get(memberId)?.length ?? 0;
  const byClaims = [...members].sort(
    (a, b) => count(b) - count(a) || compare(a.memberId, b.memberId),
  );
  const smaller = Math.floor(units / members.length);
  const larger = units % members.length;
  return new Map(byClaims.map(({ memberId }, i) => [memberId, i < larger ? smaller + 1 : smaller]));
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
/** By code unit: the leader may be any process, in any locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
