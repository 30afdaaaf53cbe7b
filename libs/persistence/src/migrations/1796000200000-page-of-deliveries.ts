import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * Deliveries of a workspace, newest first. It replaces the index of its first column, so each
 * delivery is still in as many indexes.
 */
export class PageOfDeliveries1796000200000 implements MigrationInterface {
  readonly name = 'PageOfDeliveries1796000200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'delivery_page',
      table: 'delivery',
      definition: '(workspace_id, created_at, id)',
    });
    await runner.query('drop index concurrently if exists delivery_of_workspace');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index delivery_of_workspace on delivery (workspace_id)');
    await runner.query('drop index delivery_page');
  }
}
