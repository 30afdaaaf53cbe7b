/** Keys that are limited to workflows or addresses. Null: no limit, like every key until now. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitedKeys1795800300002 implements MigrationInterface {
  readonly name = 'LimitedKeys1795800300002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table api_key add column workflow_ids uuid[], add column allowed_addresses text[]',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table api_key drop column workflow_ids, drop column allowed_addresses',
    );
  }
}
