/**
 * Plain variables of a workspace, behind `<env.NAME>`. Values are json, not jsonb, so that they are
 * read as they were written (decision 1).
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WorkspaceVariable1795800400001 implements MigrationInterface {
  readonly name = 'WorkspaceVariable1795800400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_variable (
        workspace_id uuid not null references workspace,
        name text not null,
        value json not null,
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workspace_variable');
  }
}
