/**
 * What the executions of an account keep, for its limit `storedBytes`. The projector adds the size
 * of every record that it reads, so records that it read before count after the next rebuild only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table stored_bytes (
  workspace_id uuid not null,
  retention_bucket int not null,
  ledger_partition int not null,
  account_id uuid not null,
  bytes bigint not null,
  primary key (workspace_id, retention_bucket, ledger_partition)
);
create index stored_bytes_of_account on stored_bytes (account_id);
create index stored_bytes_of_bucket on stored_bytes (retention_bucket);
`;

export class StoredBytes1795800200000 implements MigrationInterface {
  readonly name = 'StoredBytes1795800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stored_bytes');
  }
}
