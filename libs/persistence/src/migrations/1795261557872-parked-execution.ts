/**
 * Executions that wait for something outside: a projection of ExecutionParked. A row stays while
 * its execution runs on, because a takeover continues from it, and goes with its end. Only
 * `issued_at` is not projected: it is the lease of the process that issues the wake-up control
 * command.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
create table parked_execution (
  execution_id uuid primary key,
  workspace_id uuid not null,
  sequence int not null,
  parked_at timestamptz(3) not null,
  due_at timestamptz(3),
  waits jsonb not null,
  children uuid[] not null default '{}',
  state text not null,
  resumed_sequence int,
  issued_at timestamptz(3)
);
create index parked_execution_due on parked_execution (due_at) where resumed_sequence is null;
create index parked_execution_waits_for_child on parked_execution (execution_id)
  where children <> '{}' and resumed_sequence is null;
`;

export class ParkedExecution1795261557872 implements MigrationInterface {
  readonly name = 'ParkedExecution1795261557872';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table parked_execution');
  }
}
