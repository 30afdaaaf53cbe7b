import { describe, expect, it } from '@jest/globals';
import { groups, topicDeclarations, topics } from '@libs/contracts';
import { createMemoryEventLog, type OffsetCommit } from '@libs/event-log';
import { randomUUID } from 'node:crypto';
import { commitOf } from './relay-position.js';
import { fenceFormer } from './takeover.js';

const logger = { warn: () => undefined };
const ofRelay = (commits: readonly OffsetCommit[]) => ({ groupId: groups.relay, commits });

describe('the takeover of a partition', () => {
  it('fences the publisher of the final commit when the first answer was stale', async () => {
    const log = createMemoryEventLog();
    await log.admin.ensureTopics(topicDeclarations(1));
    const [formerId, latestId] = [`relay-${randomUUID()}`, `relay-${randomUUID()}`];
    const latest = log.transactional(latestId);
    await latest.fence();
    const commitAt = (offset: number, id: string): OffsetCommit =>
      commitOf(0, { offset, claimInForce: 3 }, id);
    await latest.transact([], ofRelay([commitAt(9, latestId)]));
    let asked = 0;
    const admin = {
      ...log.admin,
      committed: (groupId: string, topic: string) => {
        asked += 1;
        const old = { offset: 5, metadata: commitAt(5, formerId).metadata ?? '' };
        return asked === 1
          ? Promise.resolve(new Map([[0, old]]))
          : log.admin.committed(groupId, topic);
      },
    };
    const committed = await fenceFormer({ ...log, admin }, [0], logger);
    expect(committed.get(0)?.offset).toBe(9);
    await expect(latest.transact([], ofRelay([commitAt(10, latestId)]))).rejects.toMatchObject({
      code: 'FENCED',
    });
    expect((await log.admin.committed(groups.relay, topics.events)).get(0)?.offset).toBe(9);
  });

  it('fences the release 3 publisher of a partition when no commit names one', async () => {
    const log = createMemoryEventLog();
    await log.admin.ensureTopics(topicDeclarations(2));
    const former = log.transactional('relay-1');
    await former.fence();
    await former.transact(
      [],
      ofRelay([{ topic: topics.events, partition: 1, offset: 4, metadata: 'claim=2' }]),
    );
    expect((await fenceFormer(log, [0, 1], logger)).get(1)).toEqual({
      offset: 4,
      metadata: 'claim=2',
    });
    await expect(former.transact([], ofRelay([]))).rejects.toMatchObject({ code: 'FENCED' });
  });

  it('fences the publisher in the journal when Kafka has no offsets of the group', async () => {
    const log = createMemoryEventLog();
    await log.admin.ensureTopics(topicDeclarations(2));
    const formerId = `relay-${randomUUID()}`;
    const former = log.transactional(formerId);
    await former.fence();
    const noted = commitOf(1, { offset: 7, claimInForce: 3 }, formerId);
    const committed = { offset: 7, metadata: noted.metadata ?? '' };
    const admin = { ...log.admin, noted: () => Promise.resolve(new Map([[1, committed]])) };
    expect(await fenceFormer({ ...log, admin }, [0, 1], logger)).toEqual(
      new Map([
        [0, undefined],
        [1, committed],
      ]),
    );
    await expect(former.transact([], ofRelay([noted]))).rejects.toMatchObject({ code: 'FENCED' });
  });

  it('does not read the journal when Kafka has the offsets', async () => {
    const log = createMemoryEventLog();
    await log.admin.ensureTopics(topicDeclarations(1));
    const former = log.transactional('relay-0');
    await former.fence();
    const commit = { topic: topics.events, partition: 0, offset: 4, metadata: 'claim=2' };
    await former.transact([], ofRelay([commit]));
    const admin = { ...log.admin, noted: () => Promise.reject(new Error('away')) };
    expect((await fenceFormer({ ...log, admin }, [0], logger)).get(0)?.offset).toBe(4);
  });
});
