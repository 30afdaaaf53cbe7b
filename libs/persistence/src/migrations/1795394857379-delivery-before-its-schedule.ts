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

/**
 * A delivery's outcome may be read before its schedule; the row then begins with its state. The
 * migration changes only the catalogue and reads no row.
 */
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
