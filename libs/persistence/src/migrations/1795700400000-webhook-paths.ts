/**
 * Lists of workflows show the webhook path of each draft. Reading the drafts for it took as much
 * memory as they have: up to 2 GB for a page.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
create function webhook_path_of(draft json) returns text language sql immutable as $$
  select block->'config'->>'path' from json_array_elements(draft->'blocks') block
  where block->>'type' = 'webhook' limit 1 $$;
alter table workflow add column webhook_path text generated always as (webhook_path_of(draft)) stored;
`;

export class WebhookPaths1795700400000 implements MigrationInterface {
  readonly name = 'WebhookPaths1795700400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow drop column webhook_path');
    await runner.query('drop function webhook_path_of');
  }
}
