import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The trace context of the request that started an execution. It reaches the webhook's receiver,
 * also after retries and restarts.
 */
export class TraceOfDelivery1763711800000 implements MigrationInterface {
  readonly name = 'TraceOfDelivery1763711800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_fence add column traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_fence drop column traceparent');
  }
}
