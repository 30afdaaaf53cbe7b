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
  it('lasts one session from the sync, then from the start of each answered heartbeat', () => {
    const membership = member();
    expect(membership.memberUntil()).toBe(100 + sessionMs);
    membership.heartbeatAnswered(1, 900);
    expect(membership.memberUntil()).toBe(900 + sessionMs);
  });

  it('is unsure from the moment a join is sent', () => {
    const membership = member();
    membership.joinSent();
    membership.heartbeatAnswered(1, 900);
    expect(membership.memberUntil()).toBe(0);
  });

  it('ignores a heartbeat of an older generation', () => {
    const membership = member();
    membership.joinSent();
    membership.syncAnswered('me', 2, 1000);
    membership.assigned();
    membership.heartbeatAnswered(1, 5000);
    expect(membership.memberUntil()).toBe(1000 + sessionMs);
  });

  it('reports how long it is unconfirmed, except during a join', () => {
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

  it('is not the same member after it missed a generation', () => {
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

  it('keeps its last generation after it is lost', () => {
    const membership = member();
    membership.lost();
    expect([membership.memberId, membership.memberUntil(), membership.generation]).toEqual([
      '',
      0,
      1,
    ]);
  });
});
