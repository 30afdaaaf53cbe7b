/**
 * Many concurrent requests before there is a connection share one, and closing leaves none open.
 */
import { afterEach, expect, it, jest } from '@jest/globals';
import net, { type Socket } from 'node:net';
import { appendAll, eventually, newName } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const brokers = (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');

afterEach(() => {
  jest.restoreAllMocks();
});

it('closes every socket after concurrent reads of many partitions', async () => {
  const log = createKafkaEventLog({ brokers, clientId: 'test' });
  const topic = newName('at-once');
  const partitions = Array.from({ length: 8 }, (_, partition) => partition);
  await log.admin.ensureTopics([{ name: topic, partitions: partitions.length, config: {} }]);
  for (const partition of partitions) await appendAll(log, topic, partition, ['a']);

  const sockets: Socket[] = [];
  const { connect } = net;
  jest.spyOn(net, 'connect').mockImplementation((...of: Parameters<typeof connect>) => {
    const socket = connect(...of);
    sockets.push(socket);
    return socket;
  });
  const read: string[] = [];
  await Promise.all(
    partitions.map((partition) =>
      log.readRange({ topic, partition }, 0, 1, (records) => {
        read.push(...records.map(({ value }) => String(value)));
      }),
    ),
  );
  expect(read).toHaveLength(partitions.length);
  await log.close();
  expect(sockets.length).toBeGreaterThan(0);
  await eventually(() => sockets.every(({ destroyed }) => destroyed));
});
