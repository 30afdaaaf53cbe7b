/**
 * Drafts with problems, revisions, pauses, and who deployed a version and why. A trigger counts
 * revisions, so that a save by a process of the previous release counts too. Such a process stores
 * valid drafts only, knows no user of a save, and goes on starting paused workflows.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LifeOfAWorkflow1795900100000 implements MigrationInterface {
  readonly name = 'LifeOfAWorkflow1795900100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workflow
        add column revision int not null default 1,
        add column updated_by uuid,
        add column problems json,
        add column paused_at timestamptz(3)`);
    await runner.query(
      'alter table workflow_version add column deployed_by uuid, add column note text',
    );
    await runner.query(`
      create function count_revision() returns trigger language plpgsql as $$
        begin
          if new.revision = old.revision then
            new.revision := old.revision + 1;
            new.updated_by := null;
            new.problems := null;
          end if;
          return new;
        end $$`);
    await runner.query(`
      create trigger workflow_revision before update of name, folder_id, description, draft on workflow
        for each row execute function count_revision()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger workflow_revision on workflow');
    await runner.query('drop function count_revision');
    await runner.query('alter table workflow_version drop column deployed_by, drop column note');
    await runner.query(`
      alter table workflow
        drop column revision, drop column updated_by, drop column problems, drop column paused_at`);
  }
}
