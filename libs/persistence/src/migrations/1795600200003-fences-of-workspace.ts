import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Like delivery_of_workspace, for the saga's own rows. */
export class FencesOfWorkspace1795600200003 implements MigrationInterface {
  readonly name = 'FencesOfWorkspace1795600200003';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'delivery_fence_of_workspace',
      table: 'delivery_fence',
      definition: '(workspace_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index delivery_fence_of_workspace');
  }
}
