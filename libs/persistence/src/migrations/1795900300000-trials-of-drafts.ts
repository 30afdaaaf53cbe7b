/**
 * Who answered an approval first, before the read model knows it; URLs that run a draft once; and
 * when a snapshot of a draft was last run, so that old ones can go.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TrialsOfDrafts1795900300000 implements MigrationInterface {
  readonly name = 'TrialsOfDrafts1795900300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table approval_answer (
        execution_id uuid not null,
        block_id text not null,
        iteration text not null,
        wait_id int not null,
        workspace_id uuid not null,
        reserved_at timestamptz(3) not null default now(),
        appended_at timestamptz(3),
        primary key (execution_id, block_id, iteration, wait_id)
      );
      create index approval_answer_age on approval_answer (reserved_at);
      create index approval_answer_of_workspace on approval_answer (workspace_id);
      create table draft_listener (
        token_hash bytea primary key,
        workflow_id uuid not null,
        workspace_id uuid not null,
        execution_id uuid not null,
        expires_at timestamptz(3) not null,
        calls int not null default 0,
        used_at timestamptz(3)
      );
      create index draft_listener_of_workspace on draft_listener (workspace_id, expires_at);
      create index draft_listener_age on draft_listener (expires_at);
      alter table workflow_version add column used_at timestamptz(3) not null default now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workflow_version drop column used_at;
      drop table draft_listener;
      drop table approval_answer`);
  }
}
