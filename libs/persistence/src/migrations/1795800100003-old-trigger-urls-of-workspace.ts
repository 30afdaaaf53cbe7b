import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** The list of a workspace's old trigger URLs. */
export class OldTriggerUrlsOfWorkspace1795800100003 implements MigrationInterface {
  readonly name = 'OldTriggerUrlsOfWorkspace1795800100003';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'trigger_path_of_workspace',
      table: 'trigger_path',
      definition: '(workspace_id, path) where retired_at is null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index trigger_path_of_workspace');
  }
}
