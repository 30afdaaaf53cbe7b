/**
 * Outputs that runs of a draft take in place of a block's own. `output` is the JSON text as it was
 * sent. They go with their workflow, because a process of the previous release erases workflows
 * only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PinsOfDrafts1796100500000 implements MigrationInterface {
  readonly name = 'PinsOfDrafts1796100500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow_pin (
        workflow_id uuid not null references workflow on delete cascade,
        block_id text not null,
        output text not null,
        execution_id uuid,
        pinned_at timestamptz(3) not null default now(),
        pinned_by uuid,
        primary key (workflow_id, block_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_pin');
  }
}
