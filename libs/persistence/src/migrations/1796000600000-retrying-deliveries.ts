import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Deliveries that failed and will be tried again. One that succeeds at once is never in it. */
export class RetryingDeliveries1796000600000 implements MigrationInterface {
  readonly name = 'RetryingDeliveries1796000600000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'delivery_retrying',
      table: 'delivery',
      definition: `(workspace_id, next_due_at, id) where state = 'pending' and attempts > 0`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_retrying');
  }
}
