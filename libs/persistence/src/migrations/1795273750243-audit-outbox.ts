import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Audit records that are not in Kafka yet, encoded once. Each is written in the statement that writes its row of audit_event, under a lock
 * (audit.sql.ts), so that the order of positions is the order of commits: whoever reads in this order skips nothing.
 */
export class AuditOutbox1795273750243 implements MigrationInterface {
  readonly name = 'AuditOutbox1795273750243';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_outbox (
        position     bigint generated always as identity primary key,
        event_id     text not null,
        event_type   text not null,
        workspace_id uuid not null,
        occurred_at  timestamptz(3) not null,
        value        bytea not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_outbox');
  }
}
