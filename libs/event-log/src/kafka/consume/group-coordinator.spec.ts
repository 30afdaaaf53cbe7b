import { describe, expect, it } from '@jest/globals';
import type { Broker, Cluster } from 'kafkajs';
import { silentLogger } from '../../options.js';
import { GroupCoordinator } from './group-coordinator.js';
import { GroupMembership } from './group-membership.js';

/** A coordinator that refuses with these errors, one after the other, before it answers. */
function coordinatorThat(refuses: readonly string[]) {
  const refusals = [...refuses];
  const left: string[] = [];
  let asked = 0;
  const broker = {
    isConnected: () => true,
    leaveGroup: ({ memberId }: { memberId: string }) => {
      asked += 1;
      const type = refusals.shift();
      if (type !== undefined) return Promise.reject(Object.assign(new Error(type), { type }));
      left.push(memberId);
      return Promise.resolve();
    },
  } as unknown as Broker;
  const cluster = { findGroupCoordinator: () => Promise.resolve(broker) } as unknown as Cluster;
  const membership = new GroupMembership(6_000, () => undefined);
  const coordinator = new GroupCoordinator('group', cluster, membership, silentLogger);
  const closing = new AbortController();
  const leaveAs = (members: readonly string[]) => coordinator.leaveAs(members, closing.signal);
  return { leaveAs, left, closing, asked: () => asked };
}

describe('leaving a group for dead members', () => {
  it('retries while the coordinator loads', async () => {
    const { leaveAs, left } = coordinatorThat([
      'NOT_COORDINATOR_FOR_GROUP',
      'GROUP_LOAD_IN_PROGRESS',
      'GROUP_COORDINATOR_NOT_AVAILABLE',
    ]);
    await leaveAs(['one', 'two']);
    expect(left).toEqual(['one', 'two']);
  });

  it('skips an unknown member and continues with the others', async () => {
    const { leaveAs, left } = coordinatorThat(['UNKNOWN_MEMBER_ID']);
    await leaveAs(['one', 'two']);
    expect(left).toEqual(['two']);
  });

  it('ends when the consumer closes', async () => {
    const { leaveAs, closing, asked } = coordinatorThat(
      Array.from({ length: 1_000 }, () => 'GROUP_LOAD_IN_PROGRESS'),
    );
    const leaving = leaveAs(['one']);
    closing.abort();
    await leaving;
    expect(asked()).toBeLessThan(3);
  });
});
