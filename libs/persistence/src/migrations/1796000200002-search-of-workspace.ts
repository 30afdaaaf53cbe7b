/**
 * What people look for by a part of its name, within one workspace (of users: one account). The
 * hash of its id comes first, so a text of two characters, which has no trigram, reads the rows of
 * that workspace only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

const indexes = [
  {
    name: 'workflow_search',
    table: 'workflow',
    definition:
      'using gin (uuid_hash_extended(workspace_id, 0), name gin_trgm_ops) where deleted_at is null',
  },
  {
    name: 'subscription_search',
    table: 'subscription',
    definition:
      'using gin (uuid_hash_extended(workspace_id, 0), url gin_trgm_ops) where deleted_at is null',
  },
  {
    name: 'workspace_secret_search',
    table: 'workspace_secret',
    definition: 'using gin (uuid_hash_extended(workspace_id, 0), name gin_trgm_ops)',
  },
  {
    name: 'app_user_search',
    table: 'app_user',
    definition:
      'using gin (uuid_hash_extended(account_id, 0), email gin_trgm_ops, name gin_trgm_ops)',
  },
];

export class SearchOfWorkspace1796000200002 implements MigrationInterface {
  readonly name = 'SearchOfWorkspace1796000200002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
  }
}
