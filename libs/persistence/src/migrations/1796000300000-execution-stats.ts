/**
 * Figures of ended executions by workflow (../stats.ts). The projector counts an execution when it
 * writes its end, so executions that ended before count after the next rebuild only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table execution_stats (
  workspace_id uuid not null,
  width_minutes int not null,
  starts_at timestamptz not null,
  workflow_id uuid not null,
  ledger_partition int not null,
  duration_bucket int not null,
  success bigint not null,
  error bigint not null,
  cancelled bigint not null,
  -- Not a float: sums of floats depend on their order, and a rebuild has another one.
  cost numeric not null,
  tokens bigint not null,
  primary key (workspace_id, width_minutes, starts_at, workflow_id, ledger_partition, duration_bucket)
);
create index execution_stats_age on execution_stats (width_minutes, starts_at);
`;

export class ExecutionStats1796000300000 implements MigrationInterface {
  readonly name = 'ExecutionStats1796000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table execution_stats');
  }
}
