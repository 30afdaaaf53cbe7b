import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from './create-index.js';

/** Logs that failed alike, child runs and reruns. Most executions are in none of these indexes. */
const indexes = {
  execution_log_fingerprint:
    '(workspace_id, fingerprint, started_at, id) where fingerprint is not null',
  execution_log_children:
    '(parent_execution_id, started_at, id) where parent_execution_id is not null',
  execution_log_reruns: '(rerun_of, started_at, id) where rerun_of is not null',
};

export class RelatedLogs1796100300001 implements MigrationInterface {
  readonly name = 'RelatedLogs1796100300001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes))
      await createIndexConcurrently(runner, { name, table: 'execution_log', definition });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`drop index ${name}`);
  }
}
