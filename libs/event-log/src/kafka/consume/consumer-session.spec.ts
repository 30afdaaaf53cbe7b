import { expect, it } from '@jest/globals';
import type { Kafka } from 'kafkajs';
import { BatchDelivery } from './batch-delivery.js';
import { ConsumerPositions } from './consumer-positions.js';
import { ConsumerSession, type SessionContext } from './consumer-session.js';
import { GroupMembership } from './group-membership.js';
import { OwnAppends } from '../append/own-appends.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** The parts of a client that a session needs before it is opened. */
const client = {
  consumer: ({ partitionAssigners }: { partitionAssigners: ((of: object) => void)[] }) => {
    for (const assigner of partitionAssigners) assigner({ cluster: { findBroker() {} } });
    return { disconnect: () => Promise.resolve() };
  },
} as unknown as Kafka;

function context(): SessionContext {
  const positions = new ConsumerPositions(false);
  return {
    spec: { groupId: 'group', topics: ['topic'], startFrom: 'earliest', async onBatch() {} },
    sessionTimeoutMs: 6000,
    newClient: () => client,
    positions,
    membership: new GroupMembership(6000),
    delivery: new BatchDelivery(async () => {}, positions, 500, log),
    ownAppends: new OwnAppends(),
    log,
    takeDeadMembers: () => [],
    beforeJoin: () => Promise.resolve(),
    onFetched() {},
    onReading() {},
  };
}

it('a closed session that still joins does not change the membership of the next', async () => {
  const shared = context();
  const former = new ConsumerSession(shared);
  await former.close(false);
  const next = new ConsumerSession(shared);
  const { membership } = shared;
  next.onJoinSent();
  next.onSynced('next', 2, 100);
  membership.assigned();
  former.onJoinSent();
  former.onSynced('former', 3, 200);
  expect(membership.memberUntil()).toBe(0);
  next.onHeartbeat(2, 300);
  expect(membership).toMatchObject({ memberId: 'next', generation: 2 });
  expect(membership.memberUntil()).toBe(6300);
});
