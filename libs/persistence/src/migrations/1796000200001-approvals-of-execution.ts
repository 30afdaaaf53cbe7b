import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * The approvals of an execution, without its other blocks. No row of another type is in it, and no
 * column of it changes, so updates of results stay as cheap as before.
 */
export class ApprovalsOfExecution1796000200001 implements MigrationInterface {
  readonly name = 'ApprovalsOfExecution1796000200001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'block_execution_approval',
      table: 'block_execution',
      definition: `(execution_id) where block_type = 'approval'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index block_execution_approval');
  }
}
