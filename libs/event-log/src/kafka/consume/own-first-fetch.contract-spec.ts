/** Reads own appends without fetching while another process appends to the same partitions. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog, ReceivedRecord } from '../../ports.js';
import { eventually, newName, recordingConsumer } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';
import { OwnAppends } from '../append/own-appends.js';

const partitions = 3;
let logs: EventLog[];

beforeAll(() => {
  logs = ['one', 'other'].map((clientId) =>
    createKafkaEventLog({
      brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
      clientId,
    }),
  );
});
afterAll(() => Promise.all(logs.map((log) => log.close())));

const shown = ({ offset, key, value, headers, timestampMs }: ReceivedRecord) => ({
  offset,
  key,
  value: value?.toString(),
  headers,
  timestampMs,
});

it('two processes read all records with every field, in log order', async () => {
  const topic = newName('own');
  const [one] = logs as [EventLog];
  await one.admin.ensureTopics([{ name: topic, partitions, config: {} }]);
  const read = jest.spyOn(OwnAppends.prototype, 'read');
  const readers = logs.map((log) => recordingConsumer(log, { topics: [topic] }));
  await Promise.all(readers.map(({ consumer }) => consumer.start()));
  const appended = logs.map(async (log, writer) => {
    const appender = log.appender();
    const acknowledgements: Promise<unknown>[] = [];
    for (let n = 0; n < 400; n += 1) {
      const text = `${writer}-${n}`;
      const record = {
        topic,
        partition: n % partitions,
        key: n % 5 === 0 ? null : `schlüssel ${n}`,
      };
      const headers = { 'event-id': text, empty: '' };
      const value = n % 7 === 0 ? null : Buffer.from(text);
      acknowledgements.push(appender.append({ ...record, value, headers }));
      // The writers append partly at the same time, partly one after the other.
      if (n % 10 === 0) await delay(n % 100 === 0 ? 60 * (writer + 1) : n % 4);
    }
    await Promise.all(acknowledgements);
  });
  await Promise.all(appended);
  const written = new Map<number, ReceivedRecord[]>();
  for (const [partition, end] of await one.admin.endOffsets(topic)) {
    const records: ReceivedRecord[] = [];
    await one.readRange({ topic, partition }, 0, end, (some) => void records.push(...some));
    written.set(partition, records);
  }
  for (const { records, consumer } of readers) {
    await eventually(() => records.length >= 800);
    for (const [partition, expected] of written)
      expect(records.filter((record) => record.partition === partition).map(shown)).toEqual(
        expected.map(shown),
      );
    await consumer.stop();
  }
  // Some records came from the process itself, not only from the broker.
  expect(read.mock.results.some(({ value }) => value !== null)).toBe(true);
});
