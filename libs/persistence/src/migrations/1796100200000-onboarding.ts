/** When a member began with the page Start, and when it was over for them. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table onboarding (
  workspace_id uuid not null,
  -- A member, or a key without one.
  reader_id uuid not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (workspace_id, reader_id)
)`;

export class Onboarding1796100200000 implements MigrationInterface {
  readonly name = 'Onboarding1796100200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table onboarding');
  }
}
