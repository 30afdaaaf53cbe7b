/** Fills every table that grows. As in production, few tenants have most of the rows. */
import pg from 'pg';
import { createPartitionsSql } from '../../apps/projector/src/retention/log-partitions.sql.js';
import {
  buckets,
  deliveryId,
  edited,
  executionId,
  growing,
  nthExecution,
  rows,
  tenantId,
} from './tables.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

const columnsSql = `
select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as "isNeeded"
from pg_attribute
where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`;

/** The tables that hold the rows: the table itself, or its partitions. */
const leavesSql = `
select oid::regclass::text as leaf from pg_class
where relkind = 'r' and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1)))`;
/** Postgres fills a table far faster without its indexes. */
const suspendIndexesSql = `
update pg_index set indisready = false, indisvalid = false where indrelid = any($1::regclass[])`;

/** The number of a row's tenant: the larger the skew, the more rows the first ones have. */
const skewed = (skew: number): string =>
  `floor(power(n * 0.6180339887498949 - floor(n * 0.6180339887498949), ${skew}) * ${rows})::int`;

/** What rows are made of. Their ids would take half of the time if each table computed them. */
const prepareRowsSql = `
create schema filling;
create unlogged table filling.row as
select n, ${tenantId(skewed(4))} as running_tenant, ${tenantId(skewed(2))} as editing_tenant,
  ${tenantId('n')} as nth_tenant, ${executionId('n')} as nth_execution,
  ${deliveryId('n')} as nth_delivery, md5('row ' || n)::uuid as own_id,
  now() - n * interval '30 seconds' as made_at
from generate_series(0, ${rows - 1}) n`;

/** Every table, with the tables that have a foreign key to it. */
const tablesSql = `
select c.oid::regclass::text as name,
  array(select distinct f.conrelid::regclass::text from pg_constraint f
    where f.contype = 'f' and f.confrelid = c.oid and f.conrelid <> c.oid) as "referredBy"
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

const byName: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['account_id', 'workspace_id', 'workflow_id', 'subscription_id'].map((name) => [
      name,
      'tenant',
    ]),
  ),
  execution_id: nthExecution,
};

/** Filled although they have a default, so that the rows' times differ. */
const spread = new Set(['created_at', 'updated_at']);

const byType: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'own_id',
  text: (column) => `'${column} ' || n`,
  integer: () => '1',
  bigint: () => 'n',
  boolean: () => 'true',
  'double precision': () => '0',
  date: () => `'2026-11-01'`,
  'timestamp with time zone': () => 'made_at',
  json: () => `'{}'`,
  jsonb: () => `'{}'`,
  bytea: (column) => `sha256(convert_to('${column} ' || n, 'UTF8'))`,
  'text[]': () => `'{}'`,
  'uuid[]': () => `'{}'`,
};

function valueOf(table: string, { name, type, isNeeded }: Column): string | null {
  const said = growing[table]?.[name] ?? byName[name];
  if (said !== undefined) return said;
  if (!isNeeded && !spread.has(name)) return null;
  const value = byType[type]?.(name);
  if (value === undefined)
    throw new Error(
      `test/statements/fill.ts has no value for the type ${type} of ${table}.${name}`,
    );
  return value;
}

async function fillTable(client: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<Column>(columnsSql, [table]);
  const given = columns.flatMap((column) => {
    const value = valueOf(table, column);
    return value === null ? [] : [[column.name, value] as const];
  });
  const leaves = await client.query<{ leaf: string }>(leavesSql, [table]);
  const names = leaves.rows.map(({ leaf }) => leaf);
  await client.query(suspendIndexesSql, [names]);
  await client.query(`
    insert into ${table} (${given.map(([name]) => name).join(', ')})
    select ${given.map(([, value]) => value).join(', ')}
    from (select *, ${edited.has(table) ? 'editing_tenant' : 'running_tenant'} as tenant from filling.row) one`);
  for (const leaf of names) await client.query(`reindex table ${leaf}`);
  await client.query(`analyze ${table}`);
}

/**
 * Half of the bytes that a fill writes would be the write-ahead log, and plans do not depend on it.
 * Postgres refuses an unlogged table while a logged one has a foreign key to it.
 */
async function stopLogging(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ name: string; referredBy: string[] }>(tablesSql);
  const logged = new Map(found.map(({ name, referredBy }) => [name, referredBy]));
  while (logged.size > 0) {
    const next = [...logged].filter(([, others]) => !others.some((other) => logged.has(other)));
    if (next.length === 0) throw new Error('foreign keys form a cycle');
    for (const [name] of next) await client.query(`alter table ${name} set unlogged`);
    for (const [name] of next) logged.delete(name);
  }
}

/** @param url a migrated database, with a superuser's credentials */
export async function fillTables(url: string): Promise<void> {
  const waiting = Object.keys(growing);
  const preparing = await connected(url);
  for (const bucket of buckets) await preparing.query(createPartitionsSql(bucket));
  await stopLogging(preparing);
  await preparing.query(prepareRowsSql);
  // Two at a time, as most machines have two cores.
  await Promise.all(
    [1, 2].map(async () => {
      const client = await connected(url);
      try {
        for (let table = waiting.pop(); table !== undefined; table = waiting.pop())
          await fillTable(client, table);
      } finally {
        await client.end();
      }
    }),
  );
  await preparing.query('drop schema filling cascade');
  await preparing.end();
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Tables are filled in any order, so foreign keys are not checked.
  await client.query(`
    set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB';
    set max_parallel_maintenance_workers = 0`);
  return client;
}
