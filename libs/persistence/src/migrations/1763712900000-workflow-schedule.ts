import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Next due time of a deployed workflow's schedule trigger; one row per such workflow. */
export class WorkflowSchedule1763712900000 implements MigrationInterface {
  readonly name = 'WorkflowSchedule1763712900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow_schedule (
        workflow_id  uuid primary key references workflow (id) on delete cascade,
        next_fire_at timestamptz not null,
        -- Later than next_fire_at after a try that failed, so that one workflow can't hold up the others.
        look_at      timestamptz not null
      );
      create index workflow_schedule_due on workflow_schedule (look_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_schedule');
  }
}
