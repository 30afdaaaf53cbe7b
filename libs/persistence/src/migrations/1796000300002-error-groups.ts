/**
 * Failed executions of a day, grouped by workflow, block type, code and message without its
 * numbers, ids, quotes and hosts. Executions from before count after the next rebuild only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table error_group (
  workspace_id uuid not null,
  -- Of the end, in UTC.
  day date not null,
  ledger_partition int not null,
  fingerprint uuid not null,
  -- Null in the group of all that found no place in a group of its own.
  workflow_id uuid,
  block_type text,
  code text not null,
  message text not null,
  first_seen timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  count bigint not null,
  -- The newest, at most ten.
  versions int[] not null,
  -- The last execution.
  execution_id uuid not null,
  primary key (workspace_id, day, ledger_partition, fingerprint)
);
create index error_group_age on error_group (day);
`;

export class ErrorGroups1796000300002 implements MigrationInterface {
  readonly name = 'ErrorGroups1796000300002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table error_group');
  }
}
