import { describe, expect, it } from '@jest/globals';
import {
  appendAll,
  eventually,
  newName,
  numbered,
  recordingConsumer,
  type Fixture,
} from './contract-fixture.js';

export function consumeCases(fixture: Fixture): void {
  describe('consume', () => {
    it('delivers key, value, headers and time as appended', async () => {
      const topic = await fixture.newTopic(1);
      const appender = fixture.log.appender();
      const before = Date.now();
      await appender.append({
        topic,
        key: 'ключ',
        value: Buffer.from([0, 255]),
        headers: { 'event-id': 'ü' },
      });
      await appender.append({ topic, key: null, value: null });
      const { consumer, records } = recordingConsumer(fixture.log, { topics: [topic] });
      await consumer.start();
      await eventually(() => records.length === 2);
      expect(
        records.map(({ key, value, headers, offset }) => ({ key, value, headers, offset })),
      ).toEqual([
        { key: 'ключ', value: Buffer.from([0, 255]), headers: { 'event-id': 'ü' }, offset: 0 },
        { key: null, value: null, headers: {}, offset: 1 },
      ]);
      expect(records[0]?.timestampMs).toBeGreaterThanOrEqual(before);
      await consumer.stop();
    });

    it('delivers only records from after the start with "latest"', async () => {
      const topic = await fixture.newTopic(3);
      for (const p of [0, 1, 2]) await appendAll(fixture.log, topic, p, ['old']);
      const { consumer, values } = recordingConsumer(fixture.log, {
        topics: [topic],
        startFrom: 'latest',
      });
      await consumer.start();
      for (const p of [0, 1, 2]) await appendAll(fixture.log, topic, p, [`new${p}`]);
      await eventually(() => values().length >= 3);
      expect(values().sort()).toEqual(['new0', 'new1', 'new2']);
      await consumer.stop();
    });

    it('delivers a batch again after a handler failure, before later records', async () => {
      const topic = await fixture.newTopic(1);
      await appendAll(fixture.log, topic, 0, numbered('a', 5));
      const seen: string[] = [];
      let failures = 2;
      const { consumer, values } = recordingConsumer(fixture.log, {
        topics: [topic],
        onBatch({ records }) {
          seen.push(records.map(({ value }) => value?.toString()).join());
          return failures-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve();
        },
      });
      await consumer.start();
      await eventually(() => values().length >= 5);
      expect(values()).toEqual(numbered('a', 5));
      expect(seen[1]).toBe(seen[0]);
      expect(seen[2]).toBe(seen[0]);
      expect(consumer.status().state).toBe('running');
      await consumer.stop();
    });

    it('starts no batch of a paused partition, and continues when resumed', async () => {
      const topic = await fixture.newTopic(2);
      const paused = { topic, partition: 0 };
      const { consumer, values } = recordingConsumer(fixture.log, {
        topics: [topic],
        onAssigned: () => consumer.pause([paused]),
      });
      await consumer.start();
      await appendAll(fixture.log, topic, 0, ['held']);
      await appendAll(fixture.log, topic, 1, ['free']);
      await eventually(() => values().length > 0);
      expect(values()).toEqual(['free']);
      consumer.resume([paused]);
      await eventually(() => values().length === 2);
      expect(values()).toEqual(['free', 'held']);
      await consumer.stop();
    });

    it('seeks, also during an assignment and in the handler', async () => {
      const topic = await fixture.newTopic(1);
      await appendAll(fixture.log, topic, 0, numbered('a', 6));
      let again = true;
      const { consumer, values } = recordingConsumer(fixture.log, {
        topics: [topic],
        onAssigned: () => consumer.seek({ topic, partition: 0, offset: 3 }),
        onBatch() {
          if (again) consumer.seek({ topic, partition: 0, offset: 5 });
          again = false;
          return Promise.resolve();
        },
      });
      await consumer.start();
      await eventually(() => values().length === 4);
      expect(values()).toEqual(['a3', 'a4', 'a5', 'a5']);
      await consumer.stop();
    });

    it('continues at the committed offset and returns its metadata', async () => {
      const topic = await fixture.newTopic(1);
      const groupId = newName('group');
      await appendAll(fixture.log, topic, 0, numbered('a', 4));
      const first = recordingConsumer(fixture.log, { topics: [topic], groupId });
      await first.consumer.start();
      await first.consumer.commit([
        { topic, partition: 0, offset: 2, metadata: '{"claim":7,"ß":1}' },
      ]);
      await first.consumer.stop();
      expect(await fixture.log.admin.committed(groupId, topic)).toEqual(
        new Map([[0, { offset: 2, metadata: '{"claim":7,"ß":1}' }]]),
      );
      const second = recordingConsumer(fixture.log, { topics: [topic], groupId });
      await second.consumer.start();
      await eventually(() => second.values().length >= 2);
      expect(second.values()).toEqual(['a2', 'a3']);
      await second.consumer.stop();
    });

    it('commits nothing by itself', async () => {
      const topic = await fixture.newTopic(1);
      const groupId = newName('group');
      await appendAll(fixture.log, topic, 0, ['a']);
      const { consumer, values } = recordingConsumer(fixture.log, { topics: [topic], groupId });
      await consumer.start();
      await eventually(() => values().length === 1);
      await consumer.stop();
      expect((await fixture.log.admin.committed(groupId, topic)).size).toBe(0);
    });

    it('refuses to commit for an unassigned partition', async () => {
      const topic = await fixture.newTopic(1);
      const { consumer } = recordingConsumer(fixture.log, { topics: [topic] });
      await consumer.start();
      await expect(consumer.commit([{ topic, partition: 1, offset: 1 }])).rejects.toThrow(
        'not assigned',
      );
      await consumer.stop();
    });

    it('waits on stop for the batch in progress', async () => {
      const topic = await fixture.newTopic(1);
      await appendAll(fixture.log, topic, 0, ['a']);
      const begun = Promise.withResolvers<undefined>();
      const release = Promise.withResolvers<undefined>();
      const { consumer, values } = recordingConsumer(fixture.log, {
        topics: [topic],
        async onBatch() {
          begun.resolve(undefined);
          await release.promise;
        },
      });
      await consumer.start();
      await begun.promise;
      const stopped = consumer.stop();
      release.resolve(undefined);
      await stopped;
      expect(values()).toEqual(['a']);
      expect(consumer.status().state).toBe('stopped');
    });

    it('reports lag, and membership only while it is a member', async () => {
      const topic = await fixture.newTopic(1);
      await appendAll(fixture.log, topic, 0, numbered('a', 3));
      const { consumer } = recordingConsumer(fixture.log, { topics: [topic] });
      expect(consumer.memberUntil()).toBe(0);
      await consumer.start();
      await eventually(
        () => consumer.status().lag === 0 && consumer.status().lastFetchAgeMs !== null,
      );
      expect(consumer.memberUntil()).toBeGreaterThan(performance.now());
      await consumer.stop();
      expect(consumer.memberUntil()).toBe(0);
    });
  });
}
