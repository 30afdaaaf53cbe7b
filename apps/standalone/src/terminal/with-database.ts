/** Postgres for the time of one command; Kafka is not needed, and may be away. */
import { type Config, loadConfig } from '@libs/config';
import { type Database, openDatabase } from '@libs/persistence';

type Environment = Readonly<Record<string, string | undefined>>;

const statementTimeoutMs = 10_000;

/**
 * @param command its name in `pg_stat_activity`
 * @throws ConfigError, or the error of the driver or of the work
 */
export async function withDatabase(
  command: string,
  env: Environment,
  work: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  // No Kafka is needed here, but the configuration requires one.
  const config = loadConfig({ KAFKA_BROKERS: 'unused:9092', ...env });
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: `flowledger-${command}`,
    statementTimeoutMs,
  });
  try {
    await work(database, config);
  } finally {
    await database.close();
  }
}
