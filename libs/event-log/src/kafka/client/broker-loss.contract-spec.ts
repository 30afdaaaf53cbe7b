/** One of three brokers dies or freezes while the topic has partitions on all of them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startKafka, type KafkaServer, type ManagedServer } from '@libs/local-stack';
import { setTimeout as delay } from 'node:timers/promises';
import kafkajs, { Kafka, logLevel } from 'kafkajs';
import { pino } from 'pino';
import { TransactionError, type EventLog, type RecordPosition } from '../../ports.js';
import { eventually, newName, recordingConsumer } from '../../testing/contract-fixture.js';
import { clientFactory } from './client.js';
import { FlushLane } from '../append/flush-lane.js';
import { OwnAppends } from '../append/own-appends.js';
import { createKafkaEventLog } from '../kafka-event-log.js';
import { PendingRecord } from '../append/pending-record.js';
import type { TopicDirectory } from './topic-directory.js';
import { KafkaTransactionalProducer } from '../append/transactional-producer.js';

const partitions = 12;
let kafka: KafkaServer;
let log: EventLog;

beforeAll(async () => {
  kafka = await startKafka({ fresh: true, brokers: 3 });
  log = createKafkaEventLog({ brokers: kafka.kafkaBrokers.split(','), clientId: 'broker-loss' });
}, 180_000);

afterAll(async () => {
  await log.close();
  await kafka.stop();
});

async function freshTopic(): Promise<string> {
  const name = newName('replicated');
  const topic = { name, partitions, config: { 'min.insync.replicas': '2' } };
  const isUnanswered = (error: unknown): boolean => error instanceof kafkajs.KafkaJSConnectionError;
  // A broker that has come back may need a while to answer.
  await eventually(() =>
    log.admin.ensureTopics([topic], 3).then(
      () => true,
      (error: unknown) => {
        if (isUnanswered(error)) return false;
        throw error;
      },
    ),
  );
  return name;
}

async function stored(topic: string): Promise<Map<string, RecordPosition[]>> {
  const found = new Map<string, RecordPosition[]>();
  for (const [partition, end] of await log.admin.endOffsets(topic))
    await log.readRange({ topic, partition }, 0, end, (records) => {
      for (const { offset, value } of records) {
        const text = String(value);
        found.set(text, [...(found.get(text) ?? []), { topic, partition, offset }]);
      }
    });
  return found;
}

/** The broker is away until the returned function has run. */
const faults: Readonly<Record<string, (node: ManagedServer) => Promise<() => Promise<void>>>> = {
  async 'is killed'(node) {
    await node.kill('SIGKILL');
    return () => node.start();
  },
  async freezes(node) {
    await node.suspend();
    return () => node.resume();
  },
};

describe.each(Object.keys(faults))('a cluster of three brokers, one of which %s', (fault) => {
  it('delivers and stores each append once, at the acknowledged offset', async () => {
    const topic = await freshTopic();
    const appender = log.appender();
    const { consumer, values } = recordingConsumer(log, { topics: [topic] });
    await consumer.start();
    const acknowledged = new Map<string, RecordPosition>();
    let appending = true;
    const append = async (lane: number): Promise<void> => {
      for (let n = 0; appending; n += 1) {
        const text = `${lane}-${n}`;
        const partition = (lane + n) % partitions;
        acknowledged.set(
          text,
          await appender.append({ topic, partition, key: null, value: Buffer.from(text) }),
        );
      }
    };
    const appends = Array.from({ length: 40 }, (_, lane) => append(lane));
    const progress = async (): Promise<void> => {
      const goal = acknowledged.size + 1_000;
      while (acknowledged.size < goal) await delay(10);
      const texts = [...acknowledged.keys()];
      await eventually(async () => {
        await delay(100);
        const read = new Set(values());
        return texts.every((text) => read.has(text));
      });
    };
    await progress();
    for (const node of kafka.nodes) {
      const end = await faults[fault]!(node);
      // With one broker away two replicas are in sync, so acks=all still succeeds.
      await progress();
      await end();
      await progress();
    }
    appending = false;
    await Promise.all(appends);
    await appender.close();
    await consumer.stop();
    const found = await stored(topic);
    const lost = [...acknowledged.keys()].filter((text) => !found.has(text));
    const twice = [...found].filter(([, positions]) => positions.length > 1).map(([text]) => text);
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    for (const [text, position] of acknowledged) expect(found.get(text)).toEqual([position]);
  }, 180_000);
});

/** Partitions by the id of their leader. */
async function leaders(topic: string): Promise<Map<number, number>> {
  const admin = new Kafka({
    brokers: kafka.kafkaBrokers.split(','),
    logLevel: logLevel.NOTHING,
  }).admin();
  await admin.connect();
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  await admin.disconnect();
  return new Map(
    (topics[0]?.partitions ?? []).map(({ leader, partitionId }) => [leader, partitionId]),
  );
}

describe('a flush lane with partitions of several leaders', () => {
  it('stores each record once', async () => {
    const topic = await freshTopic();
    const logger = pino({ level: 'silent' });
    const newClient = clientFactory(
      { brokers: kafka.kafkaBrokers.split(','), clientId: 'mixed-lane' },
      logger,
    );
    const lane = new FlushLane(newClient, logger, new OwnAppends(), () => undefined);
    const send = (
      texts: readonly string[],
      byLeader: ReadonlyMap<number, number>,
    ): Promise<unknown> =>
      Promise.all(
        [...byLeader.values()].flatMap((partition) =>
          texts.map(
            (text) =>
              new Promise((resolve, reject) => {
                const value = Buffer.from(`${partition}-${text}`);
                const record = { topic, partition, key: null, value };
                const pending = new PendingRecord(record, 100, resolve, reject, () => undefined);
                pending.partition = partition;
                lane.enqueue(pending);
              }),
          ),
        ),
      );
    const byLeader = await leaders(topic);
    expect(byLeader.size).toBe(3);
    await send(['warm'], byLeader);
    await send(['a', 'b'], byLeader);
    await lane.close();
    const counts = [...(await stored(topic))].map(([text, at]) => [text, at.length]);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
    expect(counts).toHaveLength(9);
  }, 120_000);
});

describe('transactions over partitions of several brokers', () => {
  it('are stored once when the leaders are unknown', async () => {
    const topic = await freshTopic();
    const logger = pino({ level: 'silent' });
    const newClient = clientFactory(
      { brokers: kafka.kafkaBrokers.split(','), clientId: 'unknown-leaders' },
      logger,
    );
    let doubts = 0;
    const directory = {
      known: () => ({ partitions, leaders: [] }),
      doubt: () => (doubts += 1),
    } as unknown as TopicDirectory;
    const producer = new KafkaTransactionalProducer(newName('tx'), newClient, directory, logger);
    await producer.fence();
    for (const text of ['a', 'b']) {
      const records = Array.from({ length: partitions }, (_, partition) => {
        return { topic, partition, key: null, value: Buffer.from(`${text}-${partition}`) };
      });
      await producer.transact(records, { groupId: newName('group'), commits: [] });
    }
    await producer.close();
    const counts = [...(await stored(topic)).values()].map(({ length }) => length);
    expect(counts).toEqual(new Array(2 * partitions).fill(1));
    expect(doubts).toBe(2);
  }, 120_000);

  it('are stored as a whole or not at all while each broker is killed once', async () => {
    const topic = await freshTopic();
    const groupId = newName('group');
    const producer = log.transactional(newName('tx'));
    const ends = new Map<number, 'committed' | TransactionError['code']>();
    const fenced = async (): Promise<void> => {
      for (;;) {
        try {
          await producer.fence();
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    };
    const transact = async (n: number): Promise<void> => {
      const records = Array.from({ length: partitions }, (_, partition) => {
        return { topic, partition, key: null, value: Buffer.from(`${n}-${partition}`) };
      });
      const commits = [{ topic, partition: 0, offset: n, metadata: '' }];
      try {
        await producer.transact(records, { groupId, commits });
        ends.set(n, 'committed');
      } catch (error) {
        if (!(error instanceof TransactionError)) throw error;
        ends.set(n, error.code);
        await fenced();
      }
    };
    let going = true;
    const running = fenced().then(async () => {
      for (let n = 0; going; n += 1) await transact(n);
    });
    const progress = async (): Promise<void> => {
      const committed = (): number =>
        [...ends.values()].filter((end) => end === 'committed').length;
      const goal = committed() + 10;
      while (committed() < goal) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await progress();
    for (const node of kafka.nodes) {
      await node.kill('SIGKILL');
      await progress();
      await node.start();
      await progress();
    }
    going = false;
    await running;
    await producer.close();
    const found = await stored(topic);
    expect([...found].filter(([, positions]) => positions.length > 1)).toEqual([]);
    const wrong = [...ends].filter(([n, end]) => {
      const texts = Array.from({ length: partitions }, (_, partition) => `${n}-${partition}`);
      const there = texts.filter((text) => found.has(text)).length;
      if (end === 'committed') return there !== partitions;
      return there !== 0 && (end !== 'OUTCOME_UNKNOWN' || there !== partitions);
    });
    expect(wrong).toEqual([]);
  }, 180_000);
});
