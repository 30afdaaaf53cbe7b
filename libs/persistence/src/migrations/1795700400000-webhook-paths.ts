/**
 * Lists of workflows show the webhook path of each draft. Reading the drafts for it took as much
 * memory as they have: up to 2 GB for a page. A trigger keeps the column, so it is right for drafts
 * that the previous release saves. A generated column would lock the table while it is rewritten.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `create or replace function webhook_path_of(draft json) returns text language sql immutable as $$
     select block->'config'->>'path' from json_array_elements(draft->'blocks') block
     where block->>'type' = 'webhook' limit 1 $$`,
  'alter table workflow add column if not exists webhook_path text',
  `create or replace function set_webhook_path() returns trigger language plpgsql as $$
     begin new.webhook_path := webhook_path_of(new.draft); return new; end $$`,
  `create or replace trigger workflow_webhook_path before insert or update of draft on workflow
     for each row execute function set_webhook_path()`,
  `update workflow set webhook_path = webhook_path_of(draft)
     where webhook_path is distinct from webhook_path_of(draft)`,
];

export class WebhookPaths1795700400000 implements MigrationInterface {
  readonly name = 'WebhookPaths1795700400000';
  /** Each statement by itself: the column's lock must not last as long as the update. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger workflow_webhook_path on workflow');
    await runner.query('alter table workflow drop column webhook_path');
    await runner.query('drop function set_webhook_path');
    await runner.query('drop function webhook_path_of');
  }
}
