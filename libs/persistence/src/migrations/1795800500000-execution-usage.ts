/**
 * Executions and tokens by month and ledger partition: projectors of different partitions never
 * write the same row, so they never wait for each other.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExecutionUsage1795800500000 implements MigrationInterface {
  readonly name = 'ExecutionUsage1795800500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table execution_usage (
        account_id        uuid not null,
        -- First day of the calendar month (UTC), as in usage_period.
        period            date not null,
        -- Of the ledger.
        partition         int not null,
        executions        bigint not null,
        prompt_tokens     bigint not null,
        completion_tokens bigint not null,
        primary key (account_id, period, partition)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table execution_usage');
  }
}
