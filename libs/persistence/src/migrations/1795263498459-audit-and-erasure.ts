/**
 * Management actions, written before they are carried out and kept when their workspace is deleted
 * (hence no foreign keys). A deleted workspace leaves a row without name and key, so that late
 * events and rebuilds know that it is gone.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditAndErasure1795263498459 implements MigrationInterface {
  readonly name = 'AuditAndErasure1795263498459';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_event (
        id           uuid primary key,
        workspace_id uuid not null,
        account_id   uuid not null,
        key_id       uuid not null,
        action       text not null,
        path         text not null,
        target_id    text,
        ip           text not null,
        user_agent   text,
        request_id   text not null,
        occurred_at  timestamptz(3) not null,
        -- HTTP status of the answer; null while the action runs, and for ever when the process died in the middle.
        status       int
      );
      create index audit_event_of_workspace on audit_event (workspace_id, occurred_at, id);
      create index audit_event_of_account on audit_event (account_id, occurred_at, id) where action in ('createWorkspace', 'deleteWorkspace');
      alter table workspace add column erased_at timestamptz(3), add column erase_rows_at timestamptz(3);
      create index workspace_to_erase on workspace (erase_rows_at) where erase_rows_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace drop column erased_at, drop column erase_rows_at;
      drop table audit_event;
    `);
  }
}
