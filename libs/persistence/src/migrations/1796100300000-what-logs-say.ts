import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What lists and details of executions show besides. Null in rows from before. Each table is
 * altered in a transaction of its own: projectors write several tables in one, and would deadlock.
 */
const columns: Readonly<Record<string, readonly string[]>> = {
  execution_log: [
    'result text',
    // Of the block that failed.
    'failed_attempts int',
    'fingerprint uuid',
    'parent_execution_id uuid',
    'rerun_of uuid',
  ],
  execution_detail: [
    'began_at timestamptz(3)',
    // Of its start, in the partition of its log.
    'first_offset bigint',
    'parent_block_id text',
  ],
  // Of the last event of a block, and of the event of a try.
  block_execution: ['models jsonb', 'ledger_offset bigint'],
  block_attempt: ['ledger_offset bigint'],
};

export class WhatLogsSay1796100300000 implements MigrationInterface {
  readonly name = 'WhatLogsSay1796100300000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, added] of Object.entries(columns)) {
      const clauses = added.map((column) => `add column if not exists ${column}`);
      await runner.query(`alter table ${table} ${clauses.join(', ')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, added] of Object.entries(columns)) {
      const clauses = added.map((column) => `drop column ${column.split(' ')[0]}`);
      await runner.query(`alter table ${table} ${clauses.join(', ')}`);
    }
  }
}
