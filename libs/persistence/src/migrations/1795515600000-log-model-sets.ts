/**
 * Executions by the set of models that they used, in order of time
 * (apps/api/src/logs/query/model-sets.sql.ts). `execution_log_models` intersects a workspace's
 * millions of rows with a model's few (2.0 ms of a page at ten million logs), and it gives no
 * order. It stays for batches, and where there are too many sets.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

export class LogModelSets1795515600000 implements MigrationInterface {
  readonly name = 'LogModelSets1795515600000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'execution_log_model_sets',
      table: 'execution_log',
      definition: `(workspace_id, hash_array_extended(models, 0), started_at, id) where models <> '{}'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index execution_log_model_sets');
  }
}
