/** kafkajs faults that show only when the broker dies or freezes. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startKafka, type KafkaServer } from '@libs/local-stack';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog, RecordAppender } from '../../ports.js';
import { eventually, newName, recordingConsumer } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const kills = 3;
const writerCount = 20;
const partitionCount = 6;

jest.setTimeout(120_000);

/** Appends `<writer>:<n>` one after another and notes acknowledged values until told to stop. */
async function write(
  appender: RecordAppender,
  topic: string,
  writer: number,
  acked: Set<string>,
  stopped: () => boolean,
): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const id = `${writer}:${n}`;
    await appender.append({ topic, key: `w${writer}`, value: null, headers: { 'event-id': id } });
    acked.add(id);
    await delay(2);
  }
}

async function stored(log: EventLog, topic: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [partition, end] of await log.admin.endOffsets(topic)) {
    await log.readRange({ topic, partition }, 0, end, (records) => {
      for (const { headers } of records) ids.push(headers['event-id'] ?? '');
    });
  }
  return ids;
}

function outOfOrder(ids: readonly string[]): string[] {
  const last = new Map<string, number>();
  return ids.filter((id) => {
    const [writer = '', n] = id.split(':');
    const expected = (last.get(writer) ?? -1) + 1;
    last.set(writer, Number(n));
    return Number(n) !== expected;
  });
}

describe('an event log whose broker is killed repeatedly', () => {
  let kafka: KafkaServer;
  let log: EventLog;
  beforeAll(async () => {
    kafka = await startKafka({ fresh: true });
    log = createKafkaEventLog({ brokers: [kafka.kafkaBrokers], clientId: 'outage-test' });
  });
  afterAll(async () => {
    await log.close();
    await kafka.stop();
  });

  it('stores each acknowledged record once, in order, and delivers all of them', async () => {
    const topic = newName('chaos');
    await log.admin.ensureTopics([{ name: topic, partitions: partitionCount, config: {} }]);
    const group = recordingConsumer(log, { topics: [topic] });
    const tail = recordingConsumer(log, { topics: [topic], startFrom: 'latest' });
    await Promise.all([group.consumer.start(), tail.consumer.start()]);
    const appender = log.appender();
    const acked = new Set<string>();
    let stopped = false;
    const writers = Array.from({ length: writerCount }, (_, i) =>
      write(appender, topic, i, acked, () => stopped),
    );

    for (let kill = 0; kill < kills; kill++) {
      const before = acked.size;
      await eventually(() => acked.size > before + 500);
      await kafka.kill('SIGKILL');
      await kafka.start();
    }
    const before = acked.size;
    await eventually(() => acked.size > before + 500);
    stopped = true;
    await Promise.all(writers);

    const ids = await stored(log, topic);
    expect(new Set(ids)).toEqual(acked);
    expect(ids).toHaveLength(acked.size);
    expect(outOfOrder(ids)).toEqual([]);
    const seen = (records: typeof tail.records) =>
      new Set(records.map(({ headers }) => headers['event-id']));
    await eventually(
      () => seen(group.records).size === acked.size && seen(tail.records).size === acked.size,
    );
    // A tail's positions outlive every rebuild: it repeats at most the batch in progress when the
    // broker died.
    expect(tail.consumer.status().state).toBe('running');
    await Promise.all([group.consumer.stop(), tail.consumer.stop(), appender.close()]);
  });

  it('starts a consumer once a broker is up, and stops one that never started', async () => {
    const topic = newName('late');
    await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    await kafka.kill('SIGKILL');
    expect(await log.reachable()).toBe(false);
    const { consumer } = recordingConsumer(log, { topics: [topic] });
    const hopeless = recordingConsumer(log, { topics: [topic] }).consumer;
    const started = consumer.start();
    const abandoned = hopeless.start();
    await hopeless.stop();
    await abandoned;
    expect(hopeless.status().state).toBe('stopped');
    await kafka.start();
    await started;
    expect(consumer.status()).toMatchObject({
      state: 'running',
      assigned: [{ topic, partition: 0 }],
    });
    await consumer.stop();
  });
});

describe('an event log whose broker is frozen', () => {
  let kafka: KafkaServer;
  let log: EventLog;
  beforeAll(async () => {
    kafka = await startKafka({ fresh: true });
    log = createKafkaEventLog({ brokers: [kafka.kafkaBrokers], clientId: 'freeze-test' });
  });
  afterAll(async () => {
    await log.close();
    await kafka.stop();
  });

  it('distinguishes records that were not sent from those with an unknown outcome', async () => {
    const topic = newName('frozen');
    await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    const appender = log.appender();
    const append = (id: string, timeoutMs?: number) =>
      appender.append(
        { topic, key: 'k', value: null, headers: { 'event-id': id } },
        timeoutMs === undefined ? {} : { timeoutMs },
      );
    await append('before');
    await kafka.suspend();
    const inFlight = append('in flight', 300);
    await eventually(() => appender.oldestPendingMs() > 100);
    const queued = append('queued', 100);
    await expect(queued).rejects.toMatchObject({ code: 'NOT_SENT' });
    await expect(inFlight).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(appender.oldestPendingMs()).toBeGreaterThan(0);
    expect(await log.reachable()).toBe(false);
    await kafka.resume();
    await append('after');
    expect(appender.oldestPendingMs()).toBe(0);
    expect(await stored(log, topic)).toEqual(['before', 'in flight', 'after']);
    await appender.close();
  });

  it('rebuilds a consumer whose fetches get no answer', async () => {
    const topic = newName('silent');
    await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    const { consumer, values } = recordingConsumer(log, { topics: [topic] });
    await consumer.start();
    await kafka.suspend();
    await eventually(() => consumer.status().state === 'rebuilding');
    expect(consumer.memberUntil()).toBe(0);
    await kafka.resume();
    await log.appender().append({ topic, key: 'k', value: Buffer.from('a') });
    await eventually(() => values().length > 0);
    expect(consumer.status().state).toBe('running');
    await consumer.stop();
  });
});
