/**
 * Creates indexes on large tables. `create index` blocks every write, and so the projector, until
 * it is built: minutes at ten million logs. `create index concurrently` does not. But it can't run
 * in a transaction, leaves an invalid index when it fails, and refuses a partitioned table, whose
 * indexes are built one by one.
 */
interface Runner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}

interface IndexToCreate {
  readonly name: string;
  readonly table: string;
  /** The definition after `on <table>`: columns, `using`, `include`, `where`. */
  readonly definition: string;
}

const isPartitionedSql = `select relkind = 'p' as partitioned from pg_class where oid = $1::regclass`;

const invalidSql = `select from pg_index where indexrelid = to_regclass($1) and not indisvalid`;

/** A partition that lacks its part of the index, if there is one. */
const partitionWithoutSql = `
select p.inhrelid::regclass::text as name from pg_inherits p
where p.inhparent = $1::regclass and not exists (
  select from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
  where i.inhparent = $2::regclass and x.indrelid = p.inhrelid)
limit 1`;

/**
 * For a migration of its own with `readonly transaction = false`: a rerun completes or rebuilds
 * what a crash left. Reads and writes continue; a new partition gets its part by itself.
 * @throws the driver's error; then the migration is not recorded and runs again
 */
export async function createIndexConcurrently(runner: Runner, index: IndexToCreate): Promise<void> {
  const { name, table, definition } = index;
  const rows = (await runner.query(isPartitionedSql, [table])) as { partitioned: boolean }[];
  if (rows[0]?.partitioned !== true) return buildOn(runner, index);
  await runner.query(`create index if not exists ${name} on only ${table} ${definition}`);
  for (;;) {
    const found = (await runner.query(partitionWithoutSql, [table, name])) as { name: string }[];
    const partition = found[0]?.name;
    if (partition === undefined) return;
    const part = `${name}_${partition.replace(`${table}_`, '')}`;
    await buildOn(runner, { name: part, table: partition, definition });
    await runner.query(`alter index ${name} attach partition ${part}`);
  }
}

async function buildOn(runner: Runner, { name, table, definition }: IndexToCreate): Promise<void> {
  const invalid = (await runner.query(invalidSql, [name])) as unknown[];
  if (invalid.length > 0) await runner.query(`drop index concurrently ${name}`);
  await runner.query(`create index concurrently if not exists ${name} on ${table} ${definition}`);
}
