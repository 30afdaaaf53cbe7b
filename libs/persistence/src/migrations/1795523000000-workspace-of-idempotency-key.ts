import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose an idempotency key is, so that it goes with its workspace: scopes name workflows, batches and executions, which are gone by then.
 * Null in rows that an earlier release wrote; those go by age (30 days).
 */
export class WorkspaceOfIdempotencyKey1795523000000 implements MigrationInterface {
  readonly name = 'WorkspaceOfIdempotencyKey1795523000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_key add column workspace_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_key drop column workspace_id');
  }
}
