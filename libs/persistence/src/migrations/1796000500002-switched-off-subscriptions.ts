import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Subscriptions of a workspace that the service switched off, for its notifications. */
export class SwitchedOffSubscriptions1796000500002 implements MigrationInterface {
  readonly name = 'SwitchedOffSubscriptions1796000500002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'subscription_switched_off',
      table: 'subscription',
      definition:
        '(workspace_id, deactivated_at, id) where deactivated_at is not null and deleted_at is null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subscription_switched_off');
  }
}
