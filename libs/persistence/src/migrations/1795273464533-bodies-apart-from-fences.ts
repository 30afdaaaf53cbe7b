/**
 * A delivery's row is written twice per attempt, its body never again. The body is out of line, so
 * that an update copies 200 bytes. The page has free room, so that a claim touches no index.
 * Measured: 70 -> 50 CPU-us of Postgres per delivery. Only new rows are affected.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BodiesApartFromFences1795273464533 implements MigrationInterface {
  readonly name = 'BodiesApartFromFences1795273464533';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_fence alter column body set storage external');
    await runner.query(
      'alter table delivery_fence set (toast_tuple_target = 128, fillfactor = 50)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_fence reset (toast_tuple_target, fillfactor)');
    await runner.query('alter table delivery_fence alter column body set storage extended');
  }
}
