/**
 * Creates the prerequisites of every app: schema, topics, and the default workspace with its owner
 * key. Repeatable.
 */
import { ensureDefaultWorkspace } from '@apps/api';
import { kafkaConnectionOf, type Config } from '@libs/config';
import { topicDeclarations } from '@libs/contracts';
import { createKafkaEventLog } from '@libs/event-log';
import { migrate, openDatabase } from '@libs/persistence';
import { createLogger } from '@libs/platform';
import { setTimeout as sleep } from 'node:timers/promises';

/** Kafka may still be electing leaders and Postgres recovering: both get this long. */
const patienceMs = 60_000;
const pauseMs = 500;

async function patiently(work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}

async function prepareTopics(config: Config): Promise<void> {
  const eventLog = createKafkaEventLog({
    ...kafkaConnectionOf(config),
    clientId: 'flowledger-prepare',
    log: createLogger('prepare', config),
  });
  try {
    const declared = topicDeclarations(
      config.FLOWLEDGER_LEDGER_PARTITIONS,
      config.FLOWLEDGER_REPLICATION_FACTOR,
    );
    await patiently(() =>
      eventLog.admin.ensureTopics(declared, config.FLOWLEDGER_REPLICATION_FACTOR),
    );
  } finally {
    await eventLog.close();
  }
}

/** Starts over if Postgres becomes unavailable in between. */
const prepareDatabase = (config: Config, baseUrl: string): Promise<void> =>
  patiently(async () => {
    await migrate(config.DATABASE_URL);
    const database = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 2,
      applicationName: 'flowledger-prepare',
    });
    try {
      await ensureDefaultWorkspace({
        database,
        config,
        logger: createLogger('prepare', config),
        baseUrl,
      });
    } finally {
      await database.close();
    }
  });

export async function prepare(config: Config, baseUrl: string): Promise<void> {
  await Promise.all([prepareTopics(config), prepareDatabase(config, baseUrl)]);
}
