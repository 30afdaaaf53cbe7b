/** Who opened a test URL: a person has one at a time. Null: a process of the previous release. */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListenersOfPersons1796100500001 implements MigrationInterface {
  readonly name = 'ListenersOfPersons1796100500001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table draft_listener add column opened_by uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table draft_listener drop column opened_by');
  }
}
