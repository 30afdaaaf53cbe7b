/**
 * Layouts of drafts (version 0) and of versions, and folders. Until now a folder was only a text
 * that workflows had in common: each such text becomes a folder with this id and name. A process of
 * the previous release goes on storing other texts; the next save of the workflow makes them
 * folders. Layouts go with their workflow, because such a process erases workflows only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LayoutsAndFolders1795900100001 implements MigrationInterface {
  readonly name = 'LayoutsAndFolders1795900100001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow_layout (
        workflow_id uuid not null references workflow on delete cascade,
        version int not null,
        layout json not null,
        updated_at timestamptz(3) not null default now(),
        primary key (workflow_id, version)
      )`);
    await runner.query(`
      create table folder (
        workspace_id uuid not null references workspace,
        id text not null,
        parent_id text,
        name text not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        primary key (workspace_id, id)
      )`);
    await runner.query(`
      insert into folder (workspace_id, id, name)
      select distinct workspace_id, folder_id, folder_id from workflow
      where folder_id is not null and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table folder');
    await runner.query('drop table workflow_layout');
  }
}
