import { describe, expect, it } from '@jest/globals';
import type { EventLog } from '../ports.js';
import {
  appendAll,
  eventually,
  newName,
  numbered,
  recordingConsumer,
  type Fixture,
} from './contract-fixture.js';

async function range(log: EventLog, topic: string, from: number, until: number): Promise<string[]> {
  const values: string[] = [];
  await log.readRange({ topic, partition: 0 }, from, until, (records) => {
    for (const { value } of records) values.push(value?.toString() ?? '');
  });
  return values;
}

export function rangeAndTransactionCases(fixture: Fixture): void {
  const record = (topic: string, value: string) => ({
    topic,
    partition: 0,
    key: null,
    value: Buffer.from(value),
  });

  describe('readRange', () => {
    it('reads from inclusive to exclusive', async () => {
      const topic = await fixture.newTopic(1);
      await appendAll(fixture.log, topic, 0, numbered('a', 1000));
      expect(await range(fixture.log, topic, 10, 990)).toEqual(numbered('a', 1000).slice(10, 990));
      expect(await range(fixture.log, topic, 5, 5)).toEqual([]);
    });

    it('stops at an offset despite gaps from transactions', async () => {
      const topic = await fixture.newTopic(1);
      const producer = fixture.log.transactional(newName('tx'));
      await producer.fence();
      for (const value of ['a', 'b', 'c']) {
        await producer.transact([record(topic, value)], { groupId: newName('group'), commits: [] });
      }
      const end = (await fixture.log.admin.endOffsets(topic)).get(0) ?? -1;
      expect(end).toBeGreaterThan(3);
      expect(await range(fixture.log, topic, 0, end)).toEqual(['a', 'b', 'c']);
      await producer.close();
    });
  });

  describe('transact', () => {
    it('commits records and consumed offsets with their metadata', async () => {
      const source = await fixture.newTopic(1);
      const target = await fixture.newTopic(1);
      const groupId = newName('group');
      await appendAll(fixture.log, source, 0, ['in']);
      const producer = fixture.log.transactional(newName('tx'));
      const worker = recordingConsumer(fixture.log, { topics: [source], groupId });
      await worker.consumer.start();
      await producer.fence();
      await producer.transact([record(target, 'out1'), record(target, 'out2')], {
        groupId,
        commits: [{ topic: source, partition: 0, offset: 1, metadata: 'm' }],
      });
      const reader = recordingConsumer(fixture.log, { topics: [target], readCommitted: true });
      await reader.consumer.start();
      await eventually(() => reader.records.length >= 2);
      expect(reader.values()).toEqual(['out1', 'out2']);
      expect(await fixture.log.admin.committed(groupId, source)).toEqual(
        new Map([[0, { offset: 1, metadata: 'm' }]]),
      );
      await Promise.all([worker.consumer.stop(), reader.consumer.stop(), producer.close()]);
    });

    it('keeps a committed offset when a new producer fences', async () => {
      const source = await fixture.newTopic(2);
      const groupId = newName('group');
      const id = newName('tx');
      const first = fixture.log.transactional(id);
      await first.fence({
        groupId,
        partitions: [0, 1].map((partition) => ({ topic: source, partition })),
      });
      const commits = [{ topic: source, partition: 0, offset: 7, metadata: 'm' }];
      await first.transact([], { groupId, commits });
      const second = fixture.log.transactional(id);
      await second.fence({
        groupId,
        partitions: [0, 1].map((partition) => ({ topic: source, partition })),
      });
      const committed = await fixture.log.admin.committed(groupId, source);
      expect(committed).toEqual(new Map([[0, { offset: 7, metadata: 'm' }]]));
      await Promise.all([first.close(), second.close()]);
    });

    it('fences the older of two producers with one id and hides its records', async () => {
      const topic = await fixture.newTopic(1);
      const id = newName('tx');
      const older = fixture.log.transactional(id);
      const newer = fixture.log.transactional(id);
      const consumed = { groupId: newName('group'), commits: [] };
      await older.fence();
      await older.transact([record(topic, 'a')], consumed);
      await newer.fence();
      await expect(older.transact([record(topic, 'zombie')], consumed)).rejects.toMatchObject({
        code: 'FENCED',
      });
      await newer.transact([record(topic, 'b')], consumed);
      const end = (await fixture.log.admin.endOffsets(topic)).get(0) ?? -1;
      expect(await range(fixture.log, topic, 0, end)).toEqual(['a', 'b']);
      await Promise.all([older.close(), newer.close()]);
    });
  });
}
