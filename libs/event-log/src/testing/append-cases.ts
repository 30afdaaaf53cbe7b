import { describe, expect, it } from '@jest/globals';
import { partitionFor } from '../partitioner.js';
import { newName, type Fixture } from './contract-fixture.js';

export function appendAndAdminCases(fixture: Fixture): void {
  describe('append', () => {
    it('returns the exact offset of each record in call order', async () => {
      const topic = await fixture.newTopic(1);
      const appender = fixture.log.appender();
      const positions = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          appender.append({ topic, key: `k${i}`, value: Buffer.from(String(i)) }),
        ),
      );
      expect(positions.map(({ offset }) => offset)).toEqual(
        Array.from({ length: 50 }, (_, i) => i),
      );
      expect(await appender.append({ topic, key: null, value: null })).toEqual({
        topic,
        partition: 0,
        offset: 50,
      });
    });

    it('chooses the partition that partitionFor gives for the key', async () => {
      const topic = await fixture.newTopic(7);
      const appender = fixture.log.appender();
      const keys = Array.from({ length: 20 }, (_, i) => `key-${i}`);
      const positions = await Promise.all(
        keys.map((key) => appender.append({ topic, key, value: null })),
      );
      expect(positions.map(({ partition }) => partition)).toEqual(
        keys.map((key) => partitionFor(key, 7)),
      );
    });

    it('refuses a record above 16 MiB with TOO_LARGE', async () => {
      const topic = await fixture.newTopic(1);
      const value = Buffer.alloc(16 * 1024 * 1024);
      await expect(fixture.log.appender().append({ topic, key: 'k', value })).rejects.toMatchObject(
        { code: 'TOO_LARGE' },
      );
    });

    it('refuses a partition that does not exist', async () => {
      const topic = await fixture.newTopic(2);
      const append = fixture.log.appender().append({ topic, partition: 2, key: null, value: null });
      await expect(append).rejects.toMatchObject({ code: 'NOT_SENT' });
    });

    it('flushes pending records on close and refuses later ones', async () => {
      const topic = await fixture.newTopic(1);
      const appender = fixture.log.appender();
      const last = appender.append({ topic, key: 'k', value: null });
      await appender.close();
      await expect(last).resolves.toMatchObject({ offset: 0 });
      await expect(appender.append({ topic, key: 'k', value: null })).rejects.toMatchObject({
        code: 'CLOSED',
      });
      expect(appender.oldestPendingMs()).toBe(0);
    });
  });

  describe('admin', () => {
    it('leaves an existing topic unchanged', async () => {
      const topic = await fixture.newTopic(3);
      await fixture.log.admin.ensureTopics([{ name: topic, partitions: 5, config: {} }]);
      expect(await fixture.log.admin.partitionCount(topic)).toBe(3);
    });

    it('describes existing topics and changes only the given entries', async () => {
      const { admin } = fixture.log;
      const name = newName('topic');
      const config = { 'retention.ms': '1000', 'max.message.bytes': '2000' };
      await admin.ensureTopics([{ name, partitions: 2, config }]);
      await admin.configureTopic(name, { 'retention.ms': '5000' });
      const [found, ...others] = await admin.describeTopics([name, newName('absent')]);
      expect(others).toEqual([]);
      expect(found).toMatchObject({ name, partitions: 2, replicationFactor: 1 });
      expect(found?.config).toMatchObject({ ...config, 'retention.ms': '5000' });
    });

    it('adds partitions and refuses to remove any', async () => {
      const { admin } = fixture.log;
      const topic = await fixture.newTopic(2);
      await admin.growTopic(topic, 3);
      expect(await admin.partitionCount(topic)).toBe(3);
      await expect(admin.growTopic(topic, 2)).rejects.toThrow();
    });

    it('returns the start and end offsets of every partition', async () => {
      const topic = await fixture.newTopic(2);
      await fixture.log.appender().append({ topic, partition: 1, key: null, value: null });
      expect([...(await fixture.log.admin.endOffsets(topic))].sort()).toEqual([
        [0, 0],
        [1, 1],
      ]);
      expect([...(await fixture.log.admin.startOffsets(topic))].sort()).toEqual([
        [0, 0],
        [1, 0],
      ]);
    });

    it('finds offsets by time and deletes records before an offset', async () => {
      const { admin, appender } = fixture.log;
      const topic = await fixture.newTopic(2);
      const writing = appender.call(fixture.log);
      for (const text of ['a', 'b', 'c'])
        await writing.append({ topic, partition: 0, key: null, value: Buffer.from(text) });
      const sorted = (offsets: ReadonlyMap<number, number>) => [...offsets].sort();
      const later = Date.now() + 60_000;
      expect(sorted(await admin.offsetsAt(topic, 0))).toEqual([
        [0, 0],
        [1, 0],
      ]);
      expect(sorted(await admin.offsetsAt(topic, later))).toEqual([
        [0, 3],
        [1, 0],
      ]);
      await admin.deleteBefore(topic, new Map([[0, 2]]));
      expect(sorted(await admin.startOffsets(topic))).toEqual([
        [0, 2],
        [1, 0],
      ]);
      const left: string[] = [];
      await fixture.log.readRange({ topic, partition: 0 }, 0, 3, (records) => {
        left.push(...records.map(({ value }) => value?.toString() ?? ''));
      });
      expect(left).toEqual(['c']);
    });

    it('is reachable and has a cluster id', async () => {
      expect(await fixture.log.reachable()).toBe(true);
      expect(await fixture.log.admin.clusterId()).not.toBe('');
    });
  });
}
