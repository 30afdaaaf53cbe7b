/**
 * What members should look at: scheduled runs that failed, and approvals that were asked for, by
 * workflow and day. Executions from before count after the next rebuild only. How far each member
 * has read is kept too.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table notification (
  workspace_id uuid not null,
  -- Of the event, in UTC.
  day date not null,
  kind text not null,
  workflow_id uuid not null,
  ledger_partition int not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  count bigint not null,
  -- The last execution, and the error that ended it.
  execution_id uuid not null,
  code text,
  primary key (workspace_id, day, kind, workflow_id, ledger_partition)
);
create index notification_page on notification (workspace_id, last_at, kind, workflow_id);
create index notification_age on notification (day);
create table notification_read (
  workspace_id uuid not null,
  -- A member, or a key without one.
  reader_id uuid not null,
  read_at timestamptz(3) not null,
  primary key (workspace_id, reader_id)
);
`;

export class Notifications1796000500001 implements MigrationInterface {
  readonly name = 'Notifications1796000500001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notification_read');
    await runner.query('drop table notification');
  }
}
