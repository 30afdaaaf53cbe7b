import type { MigrationInterface, QueryRunner } from 'typeorm';

const known = [
  'workspace_id',
  'workflow_id',
  'execution_id',
  'event_id',
  'url',
  'max_attempts',
  'created_at',
];

/** What came of a delivery may be read before what it is: then its row begins with its state. Catalogue only, no row is looked at. */
export class DeliveryBeforeItsSchedule1795394857379 implements MigrationInterface {
  readonly name = 'DeliveryBeforeItsSchedule1795394857379';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table delivery ${known.map((column) => `alter ${column} drop not null`).join(', ')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `delete from delivery where created_at is null;
       alter table delivery ${known.map((column) => `alter ${column} set not null`).join(', ')}`,
    );
  }
}
