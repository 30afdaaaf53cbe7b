/**
 * Executions that are paused or were resumed; conflict by the primary key. The execution's end
 * deletes its row. Each key is in only one of the three statements. `issued_at` is the lease of the
 * timers: a new pause clears it.
 */
import type { TableWrite } from '../engine/table-write.js';
import type { ParkedRow, PauseRow } from './parked-execution.projection.js';

export const parkedExecutionWrite: TableWrite<ParkedRow> = {
  source: 'parked',
  columns: {
    partition: 'int',
    execution_id: 'uuid',
    sequence: 'int',
    workspace_id: 'uuid',
    parked_at: 'timestamptz',
    due_at: 'timestamptz',
    waits: 'jsonb',
    children: 'text',
    state: 'text',
    resumed_sequence: 'int',
    has_ended: 'bool',
  },
  subqueries: `
written_parked as (
  insert into parked_execution as p (
    execution_id, workspace_id, sequence, parked_at, due_at, waits, children, state, resumed_sequence)
  select execution_id, workspace_id, sequence, parked_at, due_at, waits, children::uuid[], state, resumed_sequence
  from parked where state is not null and not has_ended
  on conflict (execution_id) do update set
    sequence = excluded.sequence, parked_at = excluded.parked_at, due_at = excluded.due_at, waits = excluded.waits,
    children = excluded.children, state = excluded.state, resumed_sequence = excluded.resumed_sequence, issued_at = null
  where excluded.sequence > p.sequence
),
resumed_parked as (
  update parked_execution p set resumed_sequence = r.resumed_sequence
  from parked r
  where p.execution_id = r.execution_id and r.state is null and not r.has_ended and r.sequence > p.sequence
),
ended_parked as (
  delete from parked_execution p using parked r
  where p.execution_id = r.execution_id and r.has_ended
)`,
};

/** The list shows a paused execution as paused; an end is final. */
export const pauseWrite: TableWrite<PauseRow> = {
  source: 'pauses',
  columns: { partition: 'int', execution_id: 'uuid', status: 'text' },
  subqueries: `
written_pauses as (
  update execution_log l set status = r.status
  from pauses r
  where l.execution_id = r.execution_id and l.ended_at is null
)`,
};
