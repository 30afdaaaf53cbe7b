/**
 * Executions that a limit counts. Each has one row from when a runner takes its request until it
 * has ended. `granted_at` is null while it waits for a concurrency slot. A row belongs to the
 * execution, not to a process: a crash changes nothing in it.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
create table execution_turn (
  execution_id uuid primary key,
  account_id uuid not null,
  workflow_id uuid not null,
  requested_at timestamptz(3) not null,
  own_limit int,
  granted_at timestamptz(3),
  issued_at timestamptz(3)
);
create index execution_turn_waiting on execution_turn (account_id, workflow_id, requested_at, execution_id)
  where granted_at is null;
create index execution_turn_of_workflow on execution_turn (workflow_id) where granted_at is not null;
create index execution_turn_of_account on execution_turn (account_id) where granted_at is not null;
create index parked_execution_waits_for_turn on parked_execution (parked_at)
  where resumed_sequence is null and waits->0->>'kind' = 'turn';
`;

export class ExecutionTurn1795274190094 implements MigrationInterface {
  readonly name = 'ExecutionTurn1795274190094';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table execution_turn');
    await runner.query('drop index parked_execution_waits_for_turn');
  }
}
