import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tail reads one workspace's ended executions in ledger order. Without the workspace in front,
 * it would walk over the rows of all workspaces.
 */
export class LogTailOfWorkspace1763710000000 implements MigrationInterface {
  readonly name = 'LogTailOfWorkspace1763710000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index execution_log_tail;
      create index execution_log_tail on execution_log (workspace_id, ledger_partition, ledger_offset) where ended_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index execution_log_tail;
      create index execution_log_tail on execution_log (ledger_partition, ledger_offset) where ended_at is not null`);
  }
}
