import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Executions that used a model. `execution_log_models`, which the release before this one reads, can go with the next. */
export class LogOfModelIndex1795509168815 implements MigrationInterface {
  readonly name = 'LogOfModelIndex1795509168815';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'execution_log_of_model',
      table: 'execution_log',
      definition: `using gin (log_model_keys(workspace_id, models)) where models <> '{}'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index execution_log_of_model');
  }
}
