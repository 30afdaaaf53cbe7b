/**
 * What a secret is for, who changed it last, and which workflows name it. A trigger keeps the names
 * in drafts and deployed versions, so they are right for those that the previous release saves. At
 * most 500 of a workflow are kept.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

const statements = [
  `alter table workspace_secret
     add column if not exists description text, add column if not exists updated_by uuid`,
  `create or replace function secret_names_of(definition json) returns setof text language sql stable as $$
     select m[1] from regexp_matches(definition::text, '\\{\\{\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*\\}\\}', 'g') m $$`,
  `create or replace function secret_names_of(workflow_id uuid, version int, draft json) returns text[] language sql stable as $$
     select coalesce(array_agg(name), '{}') from (
       select secret_names_of(draft) as name
       union select secret_names_of(v.definition) from workflow_version v
         where v.workflow_id = $1 and v.version = $2
       limit 500) names $$`,
  `alter table workflow add column if not exists secret_names text[] not null default '{}'`,
  `create or replace function set_secret_names() returns trigger language plpgsql as $$
     begin
       new.secret_names := secret_names_of(new.id, new.deployed_version, new.draft);
       return new;
     end $$`,
  `create or replace trigger workflow_secret_names before insert or update of draft, deployed_version on workflow
     for each row execute function set_secret_names()`,
  `update workflow set secret_names = secret_names_of(id, deployed_version, draft)
     where secret_names is distinct from secret_names_of(id, deployed_version, draft)`,
];

export class UsesOfSecrets1796000200004 implements MigrationInterface {
  readonly name = 'UsesOfSecrets1796000200004';
  /** Each statement by itself: the column's lock must not last as long as the update. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
    await createIndexConcurrently(runner, {
      name: 'workflow_secret_names',
      table: 'workflow',
      definition: `using gin (uuid_hash_extended(workspace_id, 0), secret_names) where secret_names <> '{}'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger workflow_secret_names on workflow');
    await runner.query('alter table workflow drop column secret_names');
    await runner.query('drop function set_secret_names');
    await runner.query('drop function secret_names_of(uuid, int, json)');
    await runner.query('drop function secret_names_of(json)');
    await runner.query(
      'alter table workspace_secret drop column description, drop column updated_by',
    );
  }
}
