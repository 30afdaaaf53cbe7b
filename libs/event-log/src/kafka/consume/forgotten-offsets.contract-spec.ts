/** A group that Kafka has forgotten continues at the offsets in the journal. */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import type { OffsetJournal } from '../../offset-journal.js';
import { silentLogger } from '../../options.js';
import type { EventLog, OffsetCommit } from '../../ports.js';
import {
  appendAll,
  eventually,
  newName,
  recordingConsumer,
} from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');

class MemoryJournal implements OffsetJournal {
  readonly noted = new Map<string, OffsetCommit & { groupId: string }>();
  reads = 0;
  isAway = false;

  note(groupId: string, commits: readonly OffsetCommit[]): void {
    for (const commit of commits)
      this.noted.set(`${groupId} ${commit.topic} ${commit.partition}`, { ...commit, groupId });
  }

  read(groupId: string): Promise<readonly OffsetCommit[]> {
    this.reads += 1;
    return this.isAway
      ? Promise.reject(new Error('the journal is away'))
      : Promise.resolve([...this.noted.values()].filter((one) => one.groupId === groupId));
  }
}

let log: EventLog;
let journal: MemoryJournal;
let topic: string;
let groupId: string;

beforeAll(() => expect(brokers[0]).not.toBe(''));

afterEach(() => log.close());

/** Does what a broker does by itself a week after the last member has left. */
async function forget(): Promise<void> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteGroups([groupId]);
  await admin.disconnect();
}

async function begin(): Promise<void> {
  journal = new MemoryJournal();
  log = createKafkaEventLog({
    brokers,
    clientId: 'test',
    log: silentLogger,
    offsetJournal: journal,
  });
  topic = newName('forgotten');
  groupId = newName('group');
  await log.admin.ensureTopics([{ name: topic, partitions: 2, config: {} }]);
}

/** Commits an offset of partition 0 and leaves the group. */
async function readAndLeave(offset: number): Promise<void> {
  const { consumer, records } = recordingConsumer(log, { groupId, topics: [topic] });
  await consumer.start();
  await eventually(() => records.length > 0);
  await consumer.commit([{ topic, partition: 0, offset, metadata: 'here' }]);
  await consumer.stop();
}

it('a forgotten group starts at its last transaction, with metadata', async () => {
  await begin();
  await appendAll(log, topic, 0, ['a', 'b', 'c']);
  await readAndLeave(3);
  const producer = log.transactional(newName('producer'));
  await producer.fence();
  await producer.transact([], {
    groupId,
    commits: [{ topic, partition: 0, offset: 2, metadata: 'there' }],
  });
  await forget();
  expect((await log.admin.committed(groupId, topic)).size).toBe(0);

  const { consumer, values } = recordingConsumer(log, { groupId, topics: [topic] });
  await consumer.start();
  await eventually(() => values().length === 1);
  expect(values()).toEqual(['c']);
  expect(await log.admin.committed(groupId, topic)).toEqual(
    new Map([[0, { offset: 2, metadata: 'there' }]]),
  );
});

it('a forgotten group does not start until the journal answers', async () => {
  await begin();
  await appendAll(log, topic, 0, ['a', 'b']);
  await readAndLeave(1);
  await forget();
  journal.isAway = true;
  const { reads } = journal;
  const { consumer, values } = recordingConsumer(log, { groupId, topics: [topic] });
  const started = consumer.start();
  await eventually(() => journal.reads > reads + 1);
  expect(values()).toEqual([]);
  journal.isAway = false;
  await started;
  await eventually(() => values().length === 1);
  expect(values()).toEqual(['b']);
});

it('a group starts at the beginning when its journal is ahead of the topic', async () => {
  await begin();
  await appendAll(log, topic, 0, ['a']);
  journal.note(groupId, [{ topic, partition: 0, offset: 7 }]);
  const { consumer, values } = recordingConsumer(log, { groupId, topics: [topic] });
  await consumer.start();
  await eventually(() => values().length === 1);
  expect(values()).toEqual(['a']);
});

it('a group with a member keeps its own offsets', async () => {
  await begin();
  await appendAll(log, topic, 0, ['a', 'b']);
  const first = recordingConsumer(log, { groupId, topics: [topic] });
  await first.consumer.start();
  await eventually(() => first.values().length === 2);
  journal.note(groupId, [{ topic, partition: 0, offset: 1 }]);
  const second = recordingConsumer(log, { groupId, topics: [topic] });
  await second.consumer.start();
  await eventually(() => second.assignments.length > 0);
  expect((await log.admin.committed(groupId, topic)).size).toBe(0);
});
