import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * Every deleted workspace is checked hourly for 100 days. Without an index, each check read the
 * deliveries of all tenants.
 */
export class DeliveriesOfWorkspace1795600200002 implements MigrationInterface {
  readonly name = 'DeliveriesOfWorkspace1795600200002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'delivery_of_workspace',
      table: 'delivery',
      definition: '(workspace_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_of_workspace');
  }
}
