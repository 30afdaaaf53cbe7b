/**
 * The sticky assignment in kafkajs' group protocol: claims travel in a subscription's user data.
 */
import {
  AssignerProtocol,
  type Assigner,
  type Cluster,
  type GroupMember as WireMember,
} from 'kafkajs';
import { assignSticky, type GroupMember } from '../../sticky-assignment.js';

/** Persisted in the broker's group state; a new assignment algorithm needs a new name. */
const assignerNames = {
  coPartitioned: 'flowledger-sticky-copartitioned-1',
  single: 'flowledger-sticky-1',
};
const version = 1;

export interface Claims {
  readonly generation: number;
  readonly owned: Readonly<Record<string, readonly number[]>>;
}

export function stickyAssigner(
  cluster: Cluster,
  coPartitioned: boolean,
  claims: () => Claims,
): Assigner {
  return {
    name: coPartitioned ? assignerNames.coPartitioned : assignerNames.single,
    version,
    protocol({ topics }) {
      const userData = Buffer.from(JSON.stringify(claims()));
      return {
        name: this.name,
        metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData }),
      };
    },
    assign({ members, topics }) {
      const counts = new Map(
        topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).length]),
      );
      const assignment = assignSticky(members.map(decodeMember), counts, coPartitioned);
      return Promise.resolve(
        Array.from(assignment, ([memberId, partitions]) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version,
            assignment: partitions,
            userData: Buffer.alloc(0),
          }),
        })),
      );
    },
  };
}

function decodeMember({ memberId, memberMetadata }: WireMember): GroupMember {
  const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
  return { memberId, topics: metadata?.topics ?? [], ...decodeClaims(metadata?.userData) };
}

/** Unreadable user data claims nothing: the member only loses its stickiness. */
function decodeClaims(userData: Buffer | undefined): Claims {
  const none: Claims = { generation: -1, owned: {} };
  if (userData === undefined || userData.length === 0) return none;
  try {
    const { generation, owned } = JSON.parse(userData.toString()) as Partial<Claims>;
    return { generation: generation ?? -1, owned: owned ?? {} };
  } catch {
    return none;
  }
}
