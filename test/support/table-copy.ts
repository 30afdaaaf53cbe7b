import type { Database } from '@libs/persistence';

type Pool = Database['pool'];

/** Copies tables. @returns puts their rows back, as a restore of an older Postgres does */
export async function copyTables(
  pool: Pool,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  await pool.query('create schema if not exists copied');
  for (const table of tables) {
    await pool.query(`drop table if exists copied.${table}`);
    await pool.query(`create table copied.${table} as table ${table}`);
  }
  return async () => {
    for (const table of tables) {
      await pool.query(`delete from ${table}`);
      await pool.query(
        `insert into ${table} overriding system value select * from copied.${table}`,
      );
    }
  };
}
