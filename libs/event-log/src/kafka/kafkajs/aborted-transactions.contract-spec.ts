/**
 * How kafkajs 2.2.4 filters aborted transactions when two of them overlap in one partition. The
 * relays' transactions overlap like this when a broker dies.
 */
import { expect, it } from '@jest/globals';
import { Kafka, logLevel, type Transaction } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { appendAll, eventually, recordingConsumer } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');

it('readers see no record of overlapping aborted transactions', async () => {
  const topic = `overlap-${randomUUID()}`;
  const log = createKafkaEventLog({ brokers, clientId: 'contract-test' });
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const producers = ['first', 'second', 'third'].map((name) =>
    kafka.producer({
      transactionalId: `${topic}-${name}`,
      idempotent: true,
      maxInFlightRequests: 1,
    }),
  );
  const value = async (transaction: Transaction, text: string): Promise<void> => {
    await transaction.send({ topic, acks: -1, messages: [{ key: null, value: text }] });
  };
  try {
    await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
    await Promise.all(producers.map((producer) => producer.connect()));
    const [first, second, third] = (await Promise.all(
      producers.map((producer) => producer.transaction()),
    )) as [Transaction, Transaction, Transaction];
    await value(first, 'aborted 1');
    await value(second, 'aborted 2');
    await value(third, 'committed');
    await value(first, 'aborted 3');
    // The broker lists aborted transactions by where they end: the one that began last comes first.
    await second.abort();
    await first.abort();
    await third.commit();

    const end = (await log.admin.endOffsets(topic)).get(0) ?? 0;
    for (const from of [0, 1, 2, 3]) {
      const inRange: (string | undefined)[] = [];
      await log.readRange({ topic, partition: 0 }, from, end, (records) => {
        inRange.push(...records.map((record) => record.value?.toString()));
      });
      expect({ from, inRange }).toEqual({ from, inRange: from <= 2 ? ['committed'] : [] });
    }
    const reader = recordingConsumer(log, { topics: [topic], readCommitted: true });
    await reader.consumer.start();
    await appendAll(log, topic, 0, ['last']);
    await eventually(() => reader.values().includes('last'));
    expect(reader.values()).toEqual(['committed', 'last']);
    await reader.consumer.stop();
  } finally {
    await Promise.all(producers.map((producer) => producer.disconnect()));
    await log.close();
  }
});
