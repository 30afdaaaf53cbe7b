/**
 * Creates the prerequisites of every app: schema, topics, the default workspace with its owner key,
 * and the first note of the deliveries. Repeatable.
 */
import { ensureDefaultWorkspace } from '@apps/api';
import { noteNothingToDeliver } from '@apps/delivery';
import { kafkaConnectionOf, type Config } from '@libs/config';
import { topicDeclarations } from '@libs/contracts';
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import { type Database, migrate, openDatabase } from '@libs/persistence';
import { createLogger } from '@libs/platform';
import { patiently } from './patiently.js';

async function prepareTopics(config: Config, eventLog: EventLog): Promise<void> {
  const replicas = config.FLOWLEDGER_REPLICATION_FACTOR;
  const declared = topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS, replicas);
  await patiently(() => eventLog.admin.ensureTopics(declared, replicas));
}

/** Starts over if Postgres becomes unavailable in between. */
const withDatabase = (config: Config, work: (database: Database) => Promise<void>): Promise<void> =>
  patiently(async () => {
    await migrate(config.DATABASE_URL);
    const database = await openDatabase({
      url: config.DATABASE_URL,
      poolSize: 2,
      applicationName: 'flowledger-prepare',
    });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  });

export async function prepare(config: Config, baseUrl: string): Promise<void> {
  const logger = createLogger('prepare', config);
  const eventLog = createKafkaEventLog({
    ...kafkaConnectionOf(config),
    clientId: 'flowledger-prepare',
    log: logger,
  });
  try {
    const topicsAreThere = prepareTopics(config, eventLog);
    const prepareDatabase = withDatabase(config, async (database) => {
      await ensureDefaultWorkspace({ database, config, logger, baseUrl });
      await topicsAreThere;
      await noteNothingToDeliver(database, eventLog);
    });
    await Promise.all([topicsAreThere, prepareDatabase]);
  } finally {
    await eventLog.close();
  }
}
