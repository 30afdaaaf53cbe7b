/** Creates a session's kafkajs consumer, with settings that work around kafkajs' faults. */
import type { Cluster, Consumer } from 'kafkajs';
import type { ConsumerSpec } from '../../ports.js';
import type { NewClient } from '../client/client.js';
import type { ConsumerPositions } from './consumer-positions.js';
import type { GroupMembership } from './group-membership.js';
import type { OwnAppends } from '../append/own-appends.js';
import { observeGroup, type GroupObserver } from '../kafkajs/group-probe.js';
import { stickyAssigner } from './sticky-assigner.js';

/** With these two values a rebalance takes 0.5 s; with the defaults 5 s. */
export const heartbeatMs = 500;
const defaultMaxWaitMs = 250;

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
  // Only the broker knows which records are committed.
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
    // A handler may outlast a rebalance by a session, but a hung process must not block the group
    // long. At least one session: `memberUntil` relies on not being removed earlier.
    rebalanceTimeout: 2 * sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    maxWaitTimeInMs: spec.maxWaitMs ?? defaultMaxWaitMs,
    readUncommitted: !(spec.readCommitted ?? false),
    allowAutoTopicCreation: false,
    // The supervisor rebuilds the consumer; kafkajs must not restart it as well.
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
