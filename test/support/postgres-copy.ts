/** A Postgres that can be restored from a copy of itself, as an operator does after an accident. */
import { startPostgres, type PostgresServer } from '@libs/local-stack';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

export interface PostgresCopy {
  /** Date.now() when the copy was made. */
  readonly madeAtMs: number;
  /** Restarts the server with the data of the copy. */
  restore(): Promise<void>;
}

export const startOwnPostgres = (): Promise<PostgresServer> =>
  startPostgres({ fresh: true, provider: 'embedded' });

async function directoryOf({ databaseUrl }: PostgresServer): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end();
  }
}

/** Stops the server for a moment. */
export async function copyPostgres(server: PostgresServer): Promise<PostgresCopy> {
  const directory = await directoryOf(server);
  const copy = join(directory, '../copy');
  const put = async (from: string, to: string): Promise<void> => {
    await server.kill('SIGINT');
    await run('rm', ['-rf', to]);
    await run('cp', ['-a', from, to]);
    await server.start();
  };
  await put(directory, copy);
  const madeAtMs = Date.now();
  return { madeAtMs, restore: () => put(copy, directory) };
}
