import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * Workflows of a workspace, deleted ones included. The log list's folders and searches name them,
 * and the deletion of a workspace removes them.
 */
export class WorkflowsOfWorkspace1795600200000 implements MigrationInterface {
  readonly name = 'WorkflowsOfWorkspace1795600200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'workflow_all_of_workspace',
      table: 'workflow',
      definition: '(workspace_id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index workflow_all_of_workspace');
  }
}
