import { describe, expect, it } from '@jest/globals';
import type { SupervisedConsumer } from '../ports.js';
import {
  appendAll,
  eventually,
  newName,
  numbered,
  recordingConsumer,
  type Fixture,
} from './contract-fixture.js';

const assignedTo = (consumer: SupervisedConsumer, topic: string): number[] =>
  consumer
    .status()
    .assigned.filter((partition) => partition.topic === topic)
    .map(({ partition }) => partition)
    .sort((a, b) => a - b);

export function groupCases(fixture: Fixture): void {
  describe('a group', () => {
    it('gives partition p of every topic to one member and moves the minimum', async () => {
      const topics = [await fixture.newTopic(6), await fixture.newTopic(6)] as const;
      const spec = { topics, groupId: newName('group'), coPartitioned: true };
      const a = recordingConsumer(fixture.log, spec);
      const b = recordingConsumer(fixture.log, spec);
      await a.consumer.start();
      expect(assignedTo(a.consumer, topics[0])).toEqual([0, 1, 2, 3, 4, 5]);
      await b.consumer.start();
      await eventually(() => assignedTo(a.consumer, topics[0]).length === 3);
      for (const { consumer } of [a, b])
        expect(assignedTo(consumer, topics[0])).toEqual(assignedTo(consumer, topics[1]));
      const [first, ...changes] = a.assignments;
      expect(first?.sameMember).toBe(false);
      expect(changes.every(({ sameMember, added }) => sameMember && added.length === 0)).toBe(true);
      expect(changes.flatMap(({ removed }) => removed)).toHaveLength(6);
      await b.consumer.stop();
      await eventually(() => assignedTo(a.consumer, topics[0]).length === 6);
      const taken = a.assignments.slice(1 + changes.length);
      expect(taken.every(({ sameMember, removed }) => sameMember && removed.length === 0)).toBe(
        true,
      );
      expect(taken.flatMap(({ added }) => added)).toHaveLength(6);
      await a.consumer.stop();
    });

    it('keeps uncommitted positions in kept partitions', async () => {
      const topic = await fixture.newTopic(2);
      const spec = { topics: [topic], groupId: newName('group') };
      const a = recordingConsumer(fixture.log, spec);
      const b = recordingConsumer(fixture.log, spec);
      await appendAll(fixture.log, topic, 0, numbered('p0-', 10));
      await appendAll(fixture.log, topic, 1, numbered('p1-', 10));
      await a.consumer.start();
      await eventually(() => a.records.length === 20);
      await b.consumer.start();
      await eventually(() => assignedTo(a.consumer, topic).length === 1);
      const [kept] = assignedTo(a.consumer, topic);
      const [moved] = assignedTo(b.consumer, topic);
      await appendAll(fixture.log, topic, kept ?? -1, ['after']);
      await eventually(() => a.records.length > 20 && b.records.length >= 10);
      expect(a.values().slice(20)).toEqual(['after']);
      // There is no committed offset, so the new owner starts at the beginning.
      expect(b.values()).toEqual(numbered(`p${moved ?? -1}-`, 10));
      await Promise.all([a.consumer.stop(), b.consumer.stop()]);
    });

    it('starts an added partition at the committed offset', async () => {
      const topic = await fixture.newTopic(2);
      const spec = { topics: [topic], groupId: newName('group') };
      const a = recordingConsumer(fixture.log, spec);
      const b = recordingConsumer(fixture.log, spec);
      await appendAll(fixture.log, topic, 0, numbered('a', 10));
      await appendAll(fixture.log, topic, 1, numbered('a', 10));
      await a.consumer.start();
      await a.consumer.commit([0, 1].map((partition) => ({ topic, partition, offset: 7 })));
      await b.consumer.start();
      await eventually(() => b.records.length >= 3);
      expect(b.values()).toEqual(['a7', 'a8', 'a9']);
      await Promise.all([a.consumer.stop(), b.consumer.stop()]);
    });
  });
}
