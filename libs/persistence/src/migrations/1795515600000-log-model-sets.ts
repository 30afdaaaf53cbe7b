import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/**
 * Executions by the set of models that they used, in order of time (apps/api/src/logs/model-sets.ts). `execution_log_models` compares a
 * workspace's millions with a model's few (2.0 ms of a page at ten million logs) and gives no order. It stays, for what these sets are too many for,
 * and for batches.
 */
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
