/**
 * The workspace of an idempotency key, so that the key is deleted with it. A scope names a
 * workflow, batch or execution, and those are gone by then. Null in rows that an earlier release
 * wrote; they expire by age (30 days).
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WorkspaceOfIdempotencyKey1795523000000 implements MigrationInterface {
  readonly name = 'WorkspaceOfIdempotencyKey1795523000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_key add column workspace_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table idempotency_key drop column workspace_id');
  }
}
