/**
 * The text of definitions as their authors sent it. The columns `draft` and `definition` stay as
 * they are: what runs, and what the previous release reads. Null: the text of these columns. The
 * previous release does not know `draft_text`, so a trigger removes the one that it outdates.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TextOfDefinitions1796100400000 implements MigrationInterface {
  readonly name = 'TextOfDefinitions1796100400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow add column draft_text text');
    await runner.query('alter table workflow_version add column definition_text text');
    await runner.query(`
      create function forget_draft_text() returns trigger language plpgsql as $$
        begin
          if new.draft_text = old.draft_text and new.draft::text <> old.draft::text then
            new.draft_text := null;
          end if;
          return new;
        end $$`);
    await runner.query(`
      create trigger workflow_draft_text before update of draft on workflow
        for each row execute function forget_draft_text()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger workflow_draft_text on workflow');
    await runner.query('drop function forget_draft_text');
    await runner.query('alter table workflow_version drop column definition_text');
    await runner.query('alter table workflow drop column draft_text');
  }
}
