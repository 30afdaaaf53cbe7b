import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Deliveries that wait, or were kept while their subscription was off: a count of each. */
export class UnsentDeliveries1796100100001 implements MigrationInterface {
  readonly name = 'UnsentDeliveries1796100100001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'delivery_unsent',
      table: 'delivery',
      definition: `(subscription_id, state, updated_at) where state in ('pending', 'suppressed')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_unsent');
  }
}
