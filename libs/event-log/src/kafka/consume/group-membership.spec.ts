import { describe, expect, it } from '@jest/globals';
import { GroupMembership } from './group-membership.js';

const sessionMs = 6000;

function member(): GroupMembership {
  const membership = new GroupMembership(sessionMs);
  membership.joinSent();
  membership.syncAnswered('me', 1, 100);
  membership.assigned();
  return membership;
}

describe('the group membership', () => {
  it('lasts a session from the sync, then from the start of every answered heartbeat', () => {
    const membership = member();
    expect(membership.memberUntil()).toBe(100 + sessionMs);
    membership.heartbeatAnswered(1, 900);
    expect(membership.memberUntil()).toBe(900 + sessionMs);
  });

  it('is unsure from the moment a join is sent: partitions may be given away before we hear of it', () => {
    const membership = member();
    membership.joinSent();
    membership.heartbeatAnswered(1, 900);
    expect(membership.memberUntil()).toBe(0);
  });

  it('does not count the heartbeat of an older generation', () => {
    const membership = member();
    membership.joinSent();
    membership.syncAnswered('me', 2, 1000);
    membership.assigned();
    membership.heartbeatAnswered(1, 5000);
    expect(membership.memberUntil()).toBe(1000 + sessionMs);
  });

  it('says for how long nothing has confirmed it, unless it waits for a join', () => {
    const membership = member();
    membership.heartbeatAnswered(1, 900);
    expect(membership.unconfirmedMs(20_900)).toBe(20_000);
    membership.joinSent();
    expect(membership.unconfirmedMs(20_900)).toBe(0);
  });

  it('is the same member after one join under the same id', () => {
    const membership = member();
    membership.joinSent();
    membership.syncAnswered('me', 2, 1000);
    expect(membership.assigned()).toEqual({ sameMember: true });
  });

  it('is not the same member when a generation went by whose assignment it never saw', () => {
    const membership = member();
    membership.joinSent();
    membership.joinSent();
    membership.syncAnswered('me', 3, 1000);
    expect(membership.assigned()).toEqual({ sameMember: false });
  });

  it('is not the same member under a new id', () => {
    const membership = member();
    membership.joinSent();
    membership.syncAnswered('other', 2, 1000);
    expect(membership.assigned()).toEqual({ sameMember: false });
  });

  it('keeps its last generation when lost: it dates its claims', () => {
    const membership = member();
    membership.lost();
    expect([membership.memberId, membership.memberUntil(), membership.generation]).toEqual([
      '',
      0,
      1,
    ]);
  });
});
