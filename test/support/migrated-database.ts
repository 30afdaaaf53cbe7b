/**
 * A new database with every migration. Migrating takes more than a second, so it happens once in a
 * run: the first call migrates a template, and every call clones it. A test of migrations starts
 * from an empty database instead: `createTestDatabase()`.
 */
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './stack.js';

const template = 'migrated';
/** Key of an advisory lock in the server's default database, where the product takes none. */
const preparing = 1;

async function prepareTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    // Several workers of jest may need it at once. The lock ends with the session.
    await client.query('select pg_advisory_lock($1)', [preparing]);
    const found = await client.query('select from pg_database where datname = $1', [template]);
    if (found.rowCount !== 0) return;
    const { url } = await createTestDatabase();
    // Only here: it loads TypeORM, which most callers do without.
    const { migrate } = await import('@libs/persistence');
    await migrate(url);
    // The rename comes last, so that a template is never half migrated.
    await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`);
  } finally {
    await client.end();
  }
}

let prepared: Promise<void> | undefined;

export async function createMigratedDatabase(): Promise<TestDatabase> {
  await (prepared ??= prepareTemplate());
  return createTestDatabase(template);
}
