import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Receivers know an event by its id alone. A hash holds four bytes of it, a b-tree all forty. */
const index = { name: 'delivery_of_event', table: 'delivery', definition: 'using hash (event_id)' };

export class DeliveriesOfEvents1796100300002 implements MigrationInterface {
  readonly name = 'DeliveriesOfEvents1796100300002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ${index.name}`);
  }
}
