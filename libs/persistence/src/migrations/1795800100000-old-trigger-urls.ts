/**
 * `trigger_path` holds the URLs without a token, whose paths are unique in the whole service. No
 * new ones are made. Their calls are counted, and their owners retire them.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
alter table trigger_path
  add column calls bigint not null default 0,
  add column last_used_at timestamptz(3),
  add column retired_at timestamptz(3);
`;

export class OldTriggerUrls1795800100000 implements MigrationInterface {
  readonly name = 'OldTriggerUrls1795800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table trigger_path drop column calls, drop column last_used_at, drop column retired_at',
    );
  }
}
