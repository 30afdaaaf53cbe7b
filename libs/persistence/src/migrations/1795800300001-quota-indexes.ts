import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Quotas count what an account has: over its workspaces, and its keys that have not ended. */
const indexes = [
  {
    name: 'workspace_of_account',
    table: 'workspace',
    // In the order of an operator's list.
    definition: '(account_id, created_at, id) where erased_at is null',
  },
  {
    name: 'api_key_of_account',
    table: 'api_key',
    definition: '(account_id, expires_at) where revoked_at is null',
  },
  {
    name: 'subscription_of_host',
    table: 'subscription',
    definition: '(workspace_id, host) where deleted_at is null',
  },
  {
    // Without those that wait for a concurrency slot or a rate token: the engine queues these.
    name: 'parked_execution_of_workspace',
    table: 'parked_execution',
    definition: `(workspace_id) where resumed_sequence is null and waits->0->>'kind' <> 'turn'`,
  },
];

export class QuotaIndexes1795800300001 implements MigrationInterface {
  readonly name = 'QuotaIndexes1795800300001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index ${name}`);
  }
}
