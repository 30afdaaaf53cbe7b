/**
 * Two ways to reach one Postgres: a TypeORM data source for data that people edit and for
 * migrations, and a plain pg pool with named prepared statements for the hot paths (projections,
 * fences, admission).
 */
import pg from 'pg';
import { DataSource } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryLocks } from './advisory-locks.js';
import { bounded, claimSession } from './bounded-connections.js';
import { parseTimestamp } from './timestamp.js';
import { entities } from './entities/index.js';
import { migrations } from './migrations/index.js';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  /**
   * Longest statement, and longest pause within a transaction. Postgres cancels a longer statement
   * and ends the session after a longer pause.
   */
  readonly statementTimeoutMs?: number;
}

export interface Database {
  readonly dataSource: DataSource;
  readonly pool: pg.Pool;
  /**
   * Runs on a separate connection without those bounds, for statements that may rightly take long.
   */
  patiently<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Offsets and counts are bigint in SQL but stay below 2^53: numbers, not strings. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

const defaultStatementTimeoutMs = 30_000;
const connectTimeoutMs = 5_000;

/** @throws the driver's error when the database does not answer */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, statementTimeoutMs = defaultStatementTimeoutMs } = options;
  const bounds = bounded(statementTimeoutMs);
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations,
    synchronize: false,
    applicationName: options.applicationName,
    poolSize: Math.min(5, options.poolSize),
    connectTimeoutMS: connectTimeoutMs,
    extra: bounds,
  });
  await dataSource.initialize();
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    application_name: options.applicationName,
    // Without a bound, a caller would wait for ever for a pool whose connections hang.
    connectionTimeoutMillis: connectTimeoutMs,
    ...bounds,
  });
  // The next query replaces a broken connection; its holder learns of it at the next statement.
  // The pool listens to idle connections only; an error without a listener would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async (): Promise<void> => {
    await pool.end();
    await dataSource.destroy();
  };
  try {
    // A second connection reveals a pooler that gives one session to several clients.
    await pool.query('select');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataSource,
    pool,
    async patiently(work) {
      const client = new pg.Client({
        connectionString: url,
        application_name: options.applicationName,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    close,
  };
}

const turnPollMs = 200;

/**
 * Polls, because a concurrent index build waits for every earlier statement. It would wait for a
 * blocked lock request, which in turn waits for the builder.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [advisoryLocks.migrating],
    );
    if (rows[0]?.locked === true) return;
    await sleep(turnPollMs);
  }
}

/**
 * Brings the schema up to date. Several processes may call it at once: an advisory lock serialises
 * them.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  await client.connect();
  try {
    await claimSession(client);
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      migrations,
      synchronize: false,
      extra: { onConnect: claimSession },
    });
    await dataSource.initialize();
    try {
      await takeTurn(client);
      await dataSource.runMigrations({ transaction: 'each' });
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await client.end();
  }
}
