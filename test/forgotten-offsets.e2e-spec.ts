/**
 * An installation that was down for so long that Kafka has deleted its groups' committed offsets.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { delayTiers, groups, headers, topics } from '@libs/contracts';
import { createKafkaEventLog, type EventLog, type ReceivedRecord } from '@libs/event-log';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { forgetGroups } from './support/forget-groups.js';
import type { AppName } from './support/processes.js';
import { answer, startReceiver, type Receiver } from './support/receiver.js';
import { orderIntake } from './support/workflows.js';

jest.setTimeout(180_000);

const names: readonly AppName[] = ['api', 'runner', 'relay', 'projector', 'delivery'];
const allGroups = [
  groups.runner,
  groups.relay,
  groups.projectorExecutions,
  groups.projectorDeliveries,
  groups.deliveryFanout,
  groups.deliverySender,
  ...delayTiers.map(({ name }) => groups.deliveryDelay(name)),
];

let cluster: Cluster;
let stub: CountingStub;
let receiver: Receiver;
let eventLog: EventLog;
let workflowId: string;

/** All records that a read_committed reader finds in a topic. */
async function recordsOf(topic: string): Promise<ReceivedRecord[]> {
  const found: ReceivedRecord[] = [];
  for (const [partition, until] of await eventLog.admin.endOffsets(topic))
    await eventLog.readRange({ topic, partition }, 0, until, (records) => {
      found.push(...records);
    });
  return found;
}

const eventIdOf = ({ headers: of }: ReceivedRecord) => of[headers.eventId];

async function run(count: number): Promise<void> {
  const before = receiver.requests.length;
  await Promise.all(
    Array.from({ length: count }, async (_, id) => {
      const { status } = await cluster.api.trigger('order', { id });
      expect(status).toBe(200);
    }),
  );
  await receiver.until((requests) => requests.length >= before + count);
}

const subscribe = async (path: string): Promise<void> => {
  const { status } = await cluster.api.call(
    'POST',
    `/api/v1/workflows/${workflowId}/subscriptions`,
    { url: `${receiver.url}/${path}` },
  );
  expect(status).toBe(201);
};

beforeAll(async () => {
  [cluster, stub, receiver] = await Promise.all([
    startCluster(names),
    startCountingStub(),
    startReceiver(() => answer(200)),
  ]);
  eventLog = createKafkaEventLog({
    brokers: cluster.kafka.kafkaBrokers.split(','),
    clientId: 'test',
  });
  const definition = orderIntake('order', stub.url);
  const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
  workflowId = created.json.data.id as string;
  await cluster.api.call('POST', `/api/v1/workflows/${workflowId}/deploy`);
  await subscribe('first');
});

afterAll(async () => {
  await eventLog.close();
  await cluster.stop();
  await stub.close();
  await receiver.close();
});

describe('an installation whose committed offsets Kafka has forgotten', () => {
  it('runs, publishes and delivers nothing twice', async () => {
    await run(20);
    await eventually('everything is published and delivered', async () => {
      const { json } = await cluster.api.call(
        'GET',
        `/api/v1/logs?workspaceId=${cluster.workspaceId}&limit=100`,
      );
      return (
        (json.data as { status: string }[]).filter(({ status }) => status === 'success').length ===
        20
      );
    });
    for (const name of names) await cluster.apps.get(name)?.kill('SIGTERM');
    expect(await recordsOf(topics.completed)).toHaveLength(20);

    const forgotten = await forgetGroups(cluster.kafka.kafkaBrokers, allGroups);
    expect(forgotten).toEqual(
      expect.arrayContaining([groups.runner, groups.relay, groups.deliveryFanout]),
    );
    await Promise.all(names.map((name) => cluster.start(name)));
    await run(5);

    await eventually('the last of them are published', async () => {
      const ids = (await recordsOf(topics.completed)).map(eventIdOf);
      return new Set(ids).size === 25;
    });
    for (const topic of [topics.completed, topics.steps, topics.deliveryEvents]) {
      const records = await recordsOf(topic);
      expect([topic, records.length]).toEqual([topic, new Set(records.map(eventIdOf)).size]);
    }
    expect(stub.calls).toHaveLength(25);
    expect(receiver.requests).toHaveLength(25);
  });
});
