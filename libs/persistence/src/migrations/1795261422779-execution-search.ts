/**
 * The rows that a search reads, one per ended execution. The index starts with workspace and day,
 * so that a search reads only the postings of its own window (decision 5). Both extensions are
 * trusted: the owner of the database may create them. Executions that ended before this migration
 * are found once the projection is rebuilt.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExecutionSearch1795261422779 implements MigrationInterface {
  readonly name = 'ExecutionSearch1795261422779';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      create table execution_search (
        execution_id uuid primary key,
        workspace_id uuid not null,
        -- Days since the epoch (UTC) at the start of the execution.
        day          int not null,
        text         text not null
      );
      create index execution_search_text on execution_search
        using gin (uuid_hash_extended(workspace_id, day), text gin_trgm_ops);
      alter table workflow_version add column block_names text
        generated always as (jsonb_path_query_array(definition::jsonb, '$.blocks[*].name')::text) stored;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workflow_version drop column block_names;
      drop table execution_search;
    `);
  }
}
