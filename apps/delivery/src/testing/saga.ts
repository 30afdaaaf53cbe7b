/** The saga on a real broker and a real Postgres, posting to real receivers; one per test file. */
import { loadConfig } from '@libs/config';
import {
  type DecodedRecord,
  decodeRecord,
  deliveryIdOf,
  type DeliveryAttempted,
  topicDeclarations,
  topics,
  type WorkflowExecutionCompleted,
} from '@libs/contracts';
import { createKafkaEventLog, type EventLog, type RecordAppender } from '@libs/event-log';
import type { KafkaServer } from '@libs/local-stack';
import { createWorkspaceCipher, type Database, openDatabase } from '@libs/persistence';
import { Metrics, noTracing, Progress, ReadModelProgress } from '@libs/platform';
import { pino } from 'pino';
import {
  completion,
  completionRecord,
  masterKey,
  type Owner,
  storeOwner,
  storeSubscription,
  type SubscriptionOptions,
} from '../../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../../test/support/eventually.js';
import {
  answer,
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../../test/support/receiver.js';
import { createMigratedDatabase } from '../../../../test/support/migrated-database.js';
import { startFreshKafka, type TestDatabase } from '../../../../test/support/stack.js';
import { Delivery } from '../delivery.js';

type Settings = Readonly<Record<string, string>>;

/** Factor by which tiers are shorter. */
export const delayScale = 20;
const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });

export let kafka: KafkaServer;
let testDatabase: TestDatabase;
export let eventLog: EventLog;
export let appender: RecordAppender;
export let database: Database;
export let owner: Owner;
let saga: Delivery | undefined;
let settingsInUse: Settings = {};
export const receivers: Receiver[] = [];

const loadTestConfig = (settings: Settings) =>
  loadConfig({
    DATABASE_URL: testDatabase.url,
    KAFKA_BROKERS: kafka.kafkaBrokers,
    MASTER_KEY: masterKey.toString('base64'),
    EGRESS_ALLOW: '127.0.0.0/8',
    FLOWLEDGER_DELAY_SCALE: String(delayScale),
    FLOWLEDGER_DELIVERY_TIMEOUT_MS: '2000',
    FLOWLEDGER_DEACTIVATE_AFTER_EXHAUSTED: '2',
    FLOWLEDGER_DEACTIVATE_AFTER_HOURS: '0',
    ...settings,
  });

function startSaga(settings: Settings): void {
  settingsInUse = settings;
  saga = new Delivery(
    loadTestConfig(settings),
    eventLog,
    database,
    logger,
    new Metrics(),
    new Progress(),
    noTracing,
    new ReadModelProgress(database),
    createWorkspaceCipher(database, masterKey),
  );
  saga.onApplicationBootstrap();
}

/** Graceful: a new process continues where the old one stopped. */
export async function restartSaga(): Promise<void> {
  await saga?.beforeApplicationShutdown();
  startSaga(settingsInUse);
}

/** As in a rolling release, the next process starts first. @returns when the old one has ended */
export async function handOver(): Promise<void> {
  const leaving = saga;
  startSaga(settingsInUse);
  await leaving?.beforeApplicationShutdown();
}

export async function receive(...replies: Reply[]): Promise<Receiver> {
  const receiver = await startReceiver(
    (_request, index) => replies[Math.min(index, replies.length - 1)] ?? answer(200),
  );
  receivers.push(receiver);
  return receiver;
}

/** Publishes a completion for one new subscription. */
export async function deliver(
  url: string,
  options: SubscriptionOptions = {},
  over: Partial<WorkflowExecutionCompleted> = {},
  of: Owner = owner,
): Promise<{ deliveryId: string; subscriptionId: string; completed: WorkflowExecutionCompleted }> {
  const subscriptionId = await storeSubscription(database, of, url, options);
  const completed = completion(of, over);
  await appender.append(completionRecord(completed));
  return { deliveryId: deliveryIdOf(completed.eventId, subscriptionId), subscriptionId, completed };
}

export async function fenceOf(
  deliveryId: string,
): Promise<{ state: string; step: number; attempts: number } | undefined> {
  const { rows } = await database.pool.query<{ state: string; step: number; attempts: number }>(
    'select state, step, attempts from delivery_fence where delivery_id = $1',
    [deliveryId],
  );
  return rows[0];
}

export const reaches = (deliveryId: string, state: string): Promise<unknown> =>
  eventually(`${deliveryId} is ${state}`, async () => (await fenceOf(deliveryId))?.state === state);

export async function recordsOf(
  topic: string,
): Promise<{ key: string | null; value: Buffer | null }[]> {
  const records: { key: string | null; value: Buffer | null }[] = [];
  for (const [partition, end] of await eventLog.admin.endOffsets(topic)) {
    if (end > 0)
      await eventLog.readRange({ topic, partition }, 0, end, (some) => void records.push(...some));
  }
  return records;
}

export async function historyOf(deliveryId: string): Promise<DecodedRecord[]> {
  const records = await recordsOf(topics.deliveryEvents);
  return records.filter(({ key }) => key === deliveryId).map(({ value }) => decodeRecord(value));
}

export const attemptsIn = (history: readonly DecodedRecord[]): DeliveryAttempted[] =>
  history.flatMap((record) => (record.type === 'DeliveryAttempted' ? [record.data] : []));

/** @param settings environment variables that differ from those above */
export async function openSaga(settings: Settings = {}): Promise<void> {
  [kafka, testDatabase] = await Promise.all([startFreshKafka(), createMigratedDatabase()]);
  database = await openDatabase({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  eventLog = createKafkaEventLog({
    brokers: kafka.kafkaBrokers.split(','),
    clientId: 'test',
    log: logger,
  });
  await eventLog.admin.ensureTopics(topicDeclarations(3));
  appender = eventLog.appender();
  owner = await storeOwner(database);
  startSaga(settings);
}

/** After each test, so that its subscriptions get no more deliveries. */
export async function closeReceivers(): Promise<void> {
  await database.pool.query('update subscription set deleted_at = now()');
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
}

export async function closeSaga(): Promise<void> {
  await saga?.beforeApplicationShutdown();
  await appender.close();
  await eventLog.close();
  await database.close();
  await testDatabase.drop();
  await kafka.stop();
}
