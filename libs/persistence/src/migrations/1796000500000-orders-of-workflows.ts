/**
 * Lists of workflows are filtered by the kind of the draft's trigger, and ordered by name or last
 * change. A trigger keeps the column, so it is right for drafts that the previous release saves.
 * Kinds are named as in the logs.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

const statements = [
  `create or replace function trigger_kind_of(draft json) returns text language sql immutable as $$
     select case block->>'type' when 'api_trigger' then 'api' else block->>'type' end
     from json_array_elements(draft->'blocks') block
     where block->>'type' in ('webhook', 'schedule', 'api_trigger', 'manual', 'chat') limit 1 $$`,
  'alter table workflow add column if not exists trigger_kind text',
  `create or replace function set_trigger_kind() returns trigger language plpgsql as $$
     begin new.trigger_kind := trigger_kind_of(new.draft); return new; end $$`,
  `create or replace trigger workflow_trigger_kind before insert or update of draft on workflow
     for each row execute function set_trigger_kind()`,
  `update workflow set trigger_kind = trigger_kind_of(draft)
     where trigger_kind is distinct from trigger_kind_of(draft)`,
];

const indexes = [
  {
    name: 'workflow_by_name',
    table: 'workflow',
    definition: '(workspace_id, lower(name), id) where deleted_at is null',
  },
  {
    name: 'workflow_by_update',
    table: 'workflow',
    definition: '(workspace_id, updated_at, id) where deleted_at is null',
  },
];

export class OrdersOfWorkflows1796000500000 implements MigrationInterface {
  readonly name = 'OrdersOfWorkflows1796000500000';
  /** Each statement by itself: the column's lock must not last as long as the update. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
    await runner.query('drop trigger workflow_trigger_kind on workflow');
    await runner.query('alter table workflow drop column trigger_kind');
    await runner.query('drop function set_trigger_kind');
    await runner.query('drop function trigger_kind_of');
  }
}
