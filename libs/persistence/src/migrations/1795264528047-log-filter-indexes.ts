/**
 * Filters that match few of many logs (measured at ten million, decision 5): unended logs, the
 * errors of one workflow, the executions that used a model. All indexes are partial: most
 * executions succeed and use no model, so they cost these indexes nothing.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogFilterIndexes1795264528047 implements MigrationInterface {
  readonly name = 'LogFilterIndexes1795264528047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index execution_log_unended on execution_log (workspace_id, started_at, id) where ended_at is null;
      create index execution_log_errors on execution_log (workflow_id, started_at, id) where level = 'error';
      create index execution_log_models on execution_log using gin (workspace_id, models) where models <> '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index execution_log_unended, execution_log_errors, execution_log_models',
    );
  }
}
