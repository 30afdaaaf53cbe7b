import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of executions to cancel or run again: the request and its progress. */
const sql = `
create table execution_batch (
  id uuid primary key,
  workspace_id uuid not null,
  action text not null check (action in ('cancel', 'rerun')),
  filter jsonb not null,
  reason text,
  per_second int not null check (per_second > 0),
  state text not null check (state in ('running', 'finished', 'cancelled')),
  matching int not null,
  ordered int not null default 0,
  refused int not null default 0,
  waits_for text,
  position_started_at timestamptz not null default '-infinity',
  position_id uuid not null default '00000000-0000-0000-0000-000000000000',
  next_page_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);
create index execution_batch_running on execution_batch (next_page_at) where state = 'running';
create index execution_batch_of_workspace on execution_batch (workspace_id, created_at, id);
`;

export class ExecutionBatch1795275129656 implements MigrationInterface {
  readonly name = 'ExecutionBatch1795275129656';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table execution_batch');
  }
}
