import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * For the deletion of a workspace, a thousand keys at a time. Without it, every batch would read
 * the keys of all workspaces.
 */
export class IdempotencyKeysOfWorkspace1795523000001 implements MigrationInterface {
  readonly name = 'IdempotencyKeysOfWorkspace1795523000001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'idempotency_key_of_workspace',
      table: 'idempotency_key',
      definition: '(workspace_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index idempotency_key_of_workspace');
  }
}
