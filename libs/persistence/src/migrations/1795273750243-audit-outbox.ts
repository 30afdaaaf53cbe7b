/**
 * Audit records that are not in Kafka yet, encoded once. One statement writes a record and its row
 * of audit_event, under a lock (audit.sql.ts). So positions follow the order of commits, and a
 * reader in this order skips nothing.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

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
