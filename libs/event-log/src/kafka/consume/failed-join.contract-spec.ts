/**
 * A join fails and the group never hears of it: the consumer must not stay a member for ever, and
 * it must get its partitions back.
 */
import { afterEach, expect, it, jest } from '@jest/globals';
import Cluster from 'kafkajs/src/cluster/index.js';
import ConnectionPool from 'kafkajs/src/network/connectionPool.js';
import { silentLogger } from '../../options.js';
import type { EventLog } from '../../ports.js';
import { eventually, newName, recordingConsumer } from '../../testing/contract-fixture.js';
import { createKafkaEventLog } from '../kafka-event-log.js';

const apiKeys = { fetch: 1, joinGroup: 11, heartbeat: 12 } as const;

let log: EventLog | undefined;

afterEach(async () => {
  jest.restoreAllMocks();
  await log?.close();
});

/** The next request of each kind fails, in this order, without reaching a broker. */
function refuse(...failures: { apiKey: number; error: Error }[]): { left: () => number } {
  const { send } = ConnectionPool.prototype;
  jest.spyOn(ConnectionPool.prototype, 'send').mockImplementation(function (
    this: ConnectionPool,
    request,
  ) {
    const [next] = failures;
    if (next?.apiKey !== request.request.apiKey) return send.call(this, request);
    failures.shift();
    return Promise.reject(next.error);
  });
  return { left: () => failures.length };
}

const connectionLost = (): Error =>
  Object.assign(new Error('gone'), { name: 'KafkaJSConnectionError', retriable: true });

/** A leader that moved makes kafkajs join; the coordinator fails during that join. */
function failJoin(): { left: () => number } {
  return refuse(
    {
      apiKey: apiKeys.fetch,
      error: Object.assign(new Error('moved'), { type: 'NOT_LEADER_FOR_PARTITION' }),
    },
    { apiKey: apiKeys.joinGroup, error: connectionLost() },
  );
}

/** The group has removed the member; a broker that is asked for the coordinator is away. */
function removeUnknown(): { left: () => number } {
  jest.spyOn(Cluster.prototype, 'findGroupCoordinator').mockRejectedValueOnce(connectionLost());
  return refuse({
    apiKey: apiKeys.heartbeat,
    error: Object.assign(new Error('unknown'), { type: 'UNKNOWN_MEMBER_ID' }),
  });
}

it.each([
  ['a join that failed', failJoin],
  ['a removal, when the coordinator was not found', removeUnknown],
])('a consumer becomes a member again after %s', async (_, fail) => {
  log = createKafkaEventLog({
    brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'failed-join',
  });
  const topic = newName('failed-join');
  await log.admin.ensureTopics([{ name: topic, partitions: 2, config: {} }]);
  const { consumer, records } = recordingConsumer(log, { topics: [topic] });
  await consumer.start();
  const isMember = (): boolean => consumer.memberUntil() > performance.now();
  await eventually(isMember);

  const { left } = fail();
  await eventually(() => left() === 0);
  await eventually(() => !isMember());
  await eventually(isMember);

  await log.appender().append({ topic, key: 'a', value: Buffer.from('read on') });
  await eventually(() => records.length > 0);
  expect(records.map(({ value }) => value?.toString())).toEqual(['read on']);
  await consumer.stop();
});

it('a first join logs no warning while the coordinator loads', async () => {
  const warnings: string[] = [];
  const warn = (_: object, message: string): void => void warnings.push(message);
  log = createKafkaEventLog({
    brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
    clientId: 'first-join',
    log: { ...silentLogger, warn, error: warn },
  });
  const topic = newName('first-join');
  await log.admin.ensureTopics([{ name: topic, partitions: 2, config: {} }]);
  const { consumer } = recordingConsumer(log, { topics: [topic] });
  const { left } = refuse({
    apiKey: apiKeys.joinGroup,
    error: Object.assign(new Error('The coordinator is loading'), {
      type: 'GROUP_LOAD_IN_PROGRESS',
      retriable: true,
    }),
  });
  await consumer.start();
  expect(left()).toBe(0);
  await consumer.stop();
  expect(warnings).toEqual([]);
});
