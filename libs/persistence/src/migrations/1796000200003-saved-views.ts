/**
 * Filters that members saved for all of the workspace. Views of a workspace that a process of the
 * previous release erases go with its rows later.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SavedViews1796000200003 implements MigrationInterface {
  readonly name = 'SavedViews1796000200003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_view (
        id uuid primary key,
        workspace_id uuid not null references workspace,
        name text not null,
        page text not null,
        query text not null,
        created_by uuid,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(
      'create index saved_view_page on saved_view (workspace_id, page, created_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_view');
  }
}
