/**
 * A delivery process killed between POST and fence: nothing is lost, and a repeated request is the
 * same delivery.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deliveryIdOf, topicDeclarations } from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { type Database, openDatabase } from '@libs/persistence';
import { pino } from 'pino';
import {
  completion,
  completionRecord,
  masterKey,
  storeOwner,
  storeSubscription,
} from './support/delivery-fixtures.js';
import { eventually } from './support/eventually.js';
import { type RunningApp, startApp, stopAllApps } from './support/processes.js';
import { answer, type Receiver, startReceiver } from './support/receiver.js';
import { createMigratedDatabase } from './support/migrated-database.js';
import { startFreshKafka, type TestDatabase } from './support/stack.js';

let kafka: KafkaServer;
let testDatabase: TestDatabase;
let database: Database;
let eventLog: EventLog;
let receiver: Receiver;

const startDelivery = (): Promise<RunningApp> =>
  startApp('delivery', {
    DATABASE_URL: testDatabase.url,
    KAFKA_BROKERS: kafka.kafkaBrokers,
    MASTER_KEY: masterKey.toString('base64'),
    EGRESS_ALLOW: '127.0.0.0/8',
    FLOWLEDGER_DELAY_SCALE: '20',
    FLOWLEDGER_DELIVERY_TIMEOUT_MS: '1500',
  });

beforeAll(async () => {
  [kafka, testDatabase] = await Promise.all([startFreshKafka(), createMigratedDatabase()]);
  database = await openDatabase({ url: testDatabase.url, poolSize: 3, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: pino({ level: 'silent' }),
  });
  await eventLog.admin.ensureTopics(topicDeclarations(3));
}, 120_000);

afterAll(async () => {
  await stopAllApps();
  await receiver.close();
  await eventLog.close();
  await database.close();
  await testDatabase.drop();
  await kafka.stop();
});

describe('a delivery process that is killed during its requests', () => {
  it('loses no delivery and repeats only those in flight, with the same bytes', async () => {
    const owner = await storeOwner(database);
    let killed = false;
    receiver = await startReceiver((_request, index) =>
      // The first are answered; the rest hang until the process is dead.
      index < 5 || killed ? answer(200) : { kind: 'hang' },
    );
    const subscriptionId = await storeSubscription(database, owner, receiver.url);
    const first = await startDelivery();
    const appender = eventLog.appender();
    const completions = Array.from({ length: 30 }, () => completion(owner));
    await Promise.all(completions.map((completed) => appender.append(completionRecord(completed))));
    await receiver.until((requests) => requests.length >= 10);
    await first.kill('SIGKILL');
    killed = true;
    const before = [...receiver.requests];

    await startDelivery();
    const ids = completions.map(({ eventId }) => deliveryIdOf(eventId, subscriptionId));
    await eventually(
      'all deliveries succeeded',
      async () => {
        const { rows } = await database.pool.query<{ count: number }>(
          "select count(*) from delivery_fence where delivery_id = any($1) and state = 'succeeded'",
          [ids],
        );
        return rows[0]?.count === ids.length;
      },
      { withinMs: 90_000 },
    );
    const idOf = (request: (typeof before)[number]) =>
      String(request.headers['service-delivery-id']);
    const byId = Map.groupBy(receiver.requests, idOf);
    expect([...byId.keys()].sort()).toEqual([...ids].sort());
    const inFlight = new Set(before.map(idOf));
    for (const [id, requests] of byId) {
      // A hanging attempt that timed out before the kill is a retry, not a duplicate; both were
      // received before the kill.
      if (requests.length > 1) expect(inFlight.has(id)).toBe(true);
      for (const request of requests) expect(request.body.equals(requests[0]!.body)).toBe(true);
    }
    await appender.close();
  }, 180_000);
});
