/**
 * Logs that a plan keeps for a limited time go into partitions that are dropped whole (decision
 * 10). `retention_bucket` says which partition; 0 is kept for ever. The unique keys of existing
 * rows are rebuilt under a lock: some seconds per million rows.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface LogTable {
  readonly name: string;
  readonly primaryKey: string;
  readonly unique?: { readonly name: string; readonly columns: string };
  /** Secondary indexes: name, and the definition after `on <table>`. */
  readonly indexes?: Readonly<Record<string, string>>;
}

const tables: readonly LogTable[] = [
  {
    name: 'execution_log',
    primaryKey: 'id',
    unique: { name: 'execution_log_execution_id_key', columns: 'execution_id' },
    indexes: {
      execution_log_page: '(workspace_id, started_at, id)',
      execution_log_of_workflow: '(workflow_id, started_at, id)',
      execution_log_tail:
        '(workspace_id, ledger_partition, ledger_offset) where ended_at is not null',
      execution_log_unended: '(workspace_id, started_at, id) where ended_at is null',
      execution_log_errors: `(workflow_id, started_at, id) where level = 'error'`,
      execution_log_models: `using gin (workspace_id, models) where models <> '{}'`,
    },
  },
  { name: 'execution_detail', primaryKey: 'execution_id' },
  {
    name: 'execution_search',
    primaryKey: 'execution_id',
    indexes: {
      execution_search_text: 'using gin (uuid_hash_extended(workspace_id, day), text gin_trgm_ops)',
    },
  },
  { name: 'block_execution', primaryKey: 'execution_id, block_id, iteration' },
  { name: 'block_attempt', primaryKey: 'execution_id, sequence' },
];

/**
 * The existing table becomes the partition that is kept for ever. Its indexes become parts of the
 * new table's indexes.
 */
function partitioned({ name, primaryKey, unique, indexes = {} }: LogTable): string {
  const kept = `${name}_kept`;
  const uniqueKeys = (table: string): string[] => [
    `alter table ${table} add constraint ${table}_pkey primary key (${primaryKey}, retention_bucket)`,
    ...(unique
      ? [
          `alter table ${table} add constraint ${table}_${unique.columns}_key unique (${unique.columns}, retention_bucket)`,
        ]
      : []),
  ];
  const entries = Object.entries(indexes);
  return [
    `alter table ${name} rename to ${kept}`,
    `alter table ${kept} add column retention_bucket int not null default 0`,
    `alter table ${kept} drop constraint ${name}_pkey`,
    ...(unique ? [`alter table ${kept} drop constraint ${unique.name}`] : []),
    ...uniqueKeys(kept),
    `alter table ${kept} add constraint ${kept}_for_ever check (retention_bucket = 0)`,
    ...entries.map(([index]) => `alter index ${index} rename to ${index}_kept`),
    `create table ${name} (like ${kept} including defaults including storage including compression) partition by list (retention_bucket)`,
    ...uniqueKeys(name),
    ...entries.map(([index, definition]) => `create index ${index} on ${name} ${definition}`),
    `alter table ${name} attach partition ${kept} for values in (0)`,
    `alter table ${kept} drop constraint ${kept}_for_ever`,
  ].join(';\n');
}

function plain({ name, primaryKey, unique, indexes = {} }: LogTable): string {
  const kept = `${name}_kept`;
  return [
    `update ${name} set retention_bucket = 0 where retention_bucket <> 0`,
    `alter table ${name} detach partition ${kept}`,
    `drop table ${name}`,
    `alter table ${kept} drop constraint ${kept}_pkey`,
    ...(unique ? [`alter table ${kept} drop constraint ${kept}_${unique.columns}_key`] : []),
    `alter table ${kept} drop column retention_bucket`,
    `alter table ${kept} rename to ${name}`,
    `alter table ${name} add constraint ${name}_pkey primary key (${primaryKey})`,
    ...(unique
      ? [`alter table ${name} add constraint ${unique.name} unique (${unique.columns})`]
      : []),
    ...Object.keys(indexes).map((index) => `alter index ${index}_kept rename to ${index}`),
  ].join(';\n');
}

export class LogPartitions1795272815438 implements MigrationInterface {
  readonly name = 'LogPartitions1795272815438';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(partitioned(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(plain(table));
  }
}
