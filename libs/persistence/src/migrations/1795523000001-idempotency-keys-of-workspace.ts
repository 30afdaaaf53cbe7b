import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** For the deletion of a workspace, which takes a thousand keys at a time: without it each thousand looks at everybody's. */
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
