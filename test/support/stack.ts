/**
 * Resources for contract and e2e tests from the shared stack: a separate database, or a separate
 * broker for tests that kill it.
 */
import { randomUUID } from 'node:crypto';
import { startKafka, type KafkaServer } from '@libs/local-stack';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  /** Ends its sessions and removes it. */
  drop(): Promise<void>;
}

/** The broker that all tests share: use unique topic names. */
export const sharedKafkaBrokers = (): string => required('TEST_KAFKA_BROKERS');

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: run through jest, whose global set-up starts the stack`);
  return value;
}

/**
 * A new database on the shared Postgres.
 * @param template a database to clone, for example a migrated one; it must have no connections
 * @param strategy of the clone: `file_copy` is faster for a large template, but forces checkpoints
 */
export async function createTestDatabase(
  template = 'template0',
  strategy: 'wal_log' | 'file_copy' = 'wal_log',
): Promise<TestDatabase> {
  const adminUrl = required('TEST_DATABASE_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(adminUrl, (client) => {
    const [database, source] = [name, template].map((part) => client.escapeIdentifier(part));
    return client.query(`create database ${database} template ${source} strategy ${strategy}`);
  });
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      administer(adminUrl, (client) =>
        client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
      ),
  };
}

/** A broker for this test alone, which may kill it. Stop it in afterAll. */
export function startFreshKafka(): Promise<KafkaServer> {
  return startKafka({ fresh: true });
}

async function administer(
  url: string,
  act: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
