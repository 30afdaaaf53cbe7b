import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * Subscriptions of a workspace, deleted ones included. The deletion of a workspace removes them,
 * and a lost master key switches them off.
 */
export class SubscriptionsOfWorkspace1795600200001 implements MigrationInterface {
  readonly name = 'SubscriptionsOfWorkspace1795600200001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'subscription_all_of_workspace',
      table: 'subscription',
      definition: '(workspace_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subscription_all_of_workspace');
  }
}
