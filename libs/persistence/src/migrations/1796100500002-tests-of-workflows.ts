/**
 * Tests beside the draft of a workflow, and requests to run them. A request is a row, which one
 * runner claims; its results are in it. Both go with their workflow, because a process of the
 * previous release erases workflows only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TestsOfWorkflows1796100500002 implements MigrationInterface {
  readonly name = 'TestsOfWorkflows1796100500002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow_test (
        workflow_id uuid not null references workflow on delete cascade,
        id uuid not null,
        position int not null,
        name text not null,
        test json not null,
        updated_at timestamptz(3) not null default now(),
        updated_by uuid,
        primary key (workflow_id, id)
      )`);
    await runner.query(`
      create table workflow_test_run (
        id uuid primary key,
        workflow_id uuid not null references workflow on delete cascade,
        workspace_id uuid not null,
        test_ids uuid[],
        requested_at timestamptz(3) not null default now(),
        claimed_at timestamptz(3),
        ended_at timestamptz(3),
        revision int,
        test_count int,
        problem text,
        results json not null default '[]'
      );
      create index workflow_test_run_waiting on workflow_test_run (requested_at) where claimed_at is null;
      create index workflow_test_run_of_workspace on workflow_test_run (workspace_id, requested_at);
      create index workflow_test_run_of_workflow on workflow_test_run (workflow_id);
      create index workflow_test_run_age on workflow_test_run (requested_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_test_run');
    await runner.query('drop table workflow_test');
  }
}
