/**
 * Tells an execution that crashes its process from one that merely ran when a process crashed. All
 * three tables are small: rows go when a partition changes its owner, when an execution ends, or
 * after some days.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExecutionTrial1795600100000 implements MigrationInterface {
  readonly name = 'ExecutionTrial1795600100000';

  async up(runner: QueryRunner): Promise<void> {
    // A row without released_at outlives its process: the next owner suspects what was in flight.
    await runner.query(`
      create table runner_hold (
        partition int not null,
        claim_offset bigint not null,
        runner_id uuid not null,
        taken_at timestamptz not null default now(),
        released_at timestamptz,
        primary key (partition, runner_id, claim_offset)
      )`);
    // Processes that ended by a fault of their own, as far as V8 or their parent could tell.
    await runner.query(`
      create table runner_exit (
        runner_id uuid primary key,
        cause text not null,
        noted_at timestamptz not null default now()
      )`);
    // One row per execution and owner that ran it alone. is_open while it runs, and for ever if it
    // ended that owner.
    await runner.query(`
      create table execution_trial (
        execution_id uuid not null,
        partition int not null,
        claim_offset bigint not null,
        runner_id uuid not null,
        workspace_id uuid not null,
        workflow_id uuid not null,
        started_at timestamptz not null,
        is_open boolean not null,
        symptom text,
        primary key (execution_id, claim_offset)
      )`);
    await runner.query(
      'create index execution_trial_of_workspace on execution_trial (workspace_id, execution_id)',
    );
    await runner.query('create index execution_trial_age on execution_trial (started_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table execution_trial');
    await runner.query('drop table runner_exit');
    await runner.query('drop table runner_hold');
  }
}
