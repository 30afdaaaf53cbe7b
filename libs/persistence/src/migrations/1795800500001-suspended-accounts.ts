import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A process of the previous release does not know suspensions, and goes on starting executions. */
export class SuspendedAccounts1795800500001 implements MigrationInterface {
  readonly name = 'SuspendedAccounts1795800500001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table account add column suspended_at timestamptz(3), add column suspended_reason text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table account drop column suspended_at, drop column suspended_reason',
    );
  }
}
