/** Makes the kafkajs consumer of a session with the settings that the cures of design.md 9 ask for. */
import type { Cluster, Consumer } from 'kafkajs';
import type { ConsumerSpec } from '../ports.js';
import type { NewClient } from './client.js';
import type { ConsumerPositions } from './consumer-positions.js';
import type { GroupMembership } from './group-membership.js';
import type { OwnAppends } from './own-appends.js';
import { observeGroup, type GroupObserver } from './group-probe.js';
import { stickyAssigner } from './sticky-assigner.js';

/** With these two, a rebalance takes 0.5 s; 5 s with the defaults. */
export const HEARTBEAT_MS = 500;
const DEFAULT_MAX_WAIT_MS = 250;

export interface GroupConsumerContext {
  readonly spec: ConsumerSpec;
  readonly sessionTimeoutMs: number;
  readonly newClient: NewClient;
  readonly positions: ConsumerPositions;
  readonly membership: GroupMembership;
  readonly ownAppends: OwnAppends;
}

export function newGroupConsumer(
  { spec, sessionTimeoutMs, newClient, positions, membership, ownAppends }: GroupConsumerContext,
  observer: GroupObserver,
): { consumer: Consumer; cluster: Cluster } {
  let captured: Cluster | undefined;
  // What is committed and what is not is known to the broker only.
  const own = spec.readCommitted ? null : ownAppends;
  const claims = () => ({ generation: membership.generation, owned: positions.owned() });
  const consumer = newClient().consumer({
    groupId: spec.groupId,
    partitionAssigners: [
      ({ cluster }) => {
        captured = cluster;
        observeGroup(cluster, observer, own);
        return stickyAssigner(cluster, spec.coPartitioned ?? false, claims);
      },
    ],
    sessionTimeout: sessionTimeoutMs,
    // A handler may outlast a rebalance by a session, a hung process must not hold the group for long. Never below one session:
    // `memberUntil` relies on not being put out of the group earlier.
    rebalanceTimeout: 2 * sessionTimeoutMs,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: spec.maxWaitMs ?? DEFAULT_MAX_WAIT_MS,
    readUncommitted: !(spec.readCommitted ?? false),
    allowAutoTopicCreation: false,
    // The supervisor rebuilds; kafkajs must not restart beside it.
    retry: {
      retries: 5,
      initialRetryTime: 100,
      maxRetryTime: 1000,
      restartOnFailure: () => Promise.resolve(false),
    },
  });
  if (captured === undefined) throw new Error('kafkajs gave no cluster to the assigner');
  return { consumer, cluster: captured };
}
