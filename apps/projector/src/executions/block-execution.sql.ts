/**
 * Spans; conflict by the primary key (execution_id, block_id, iteration, retention_bucket). The
 * later event wins; a result is final.
 */
import type { TableWrite } from '../engine/table-write.js';
import type { AttemptRow, BlockRow } from './block-execution.projection.js';
import { bucketSql } from '../retention/retention-bucket.js';

export const blockExecutionWrite: TableWrite<BlockRow> = {
  source: 'blocks',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    execution_id: 'uuid',
    block_id: 'text',
    iteration: 'text',
    block_name: 'text',
    block_type: 'text',
    status: 'text',
    sequence: 'int',
    started_at: 'timestamptz',
    ended_at: 'timestamptz',
    input: 'jsonb',
    output: 'jsonb',
    error: 'jsonb',
    ports: 'text',
    attempts: 'int',
    cost: 'float8',
    models: 'jsonb',
    ledger_offset: 'bigint',
  },
  subqueries: `
written_blocks as (
  insert into block_execution as b (
    execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, input, output, error,
    ports, attempts, cost, models, ledger_offset, retention_bucket)
  select
    execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, input, output, error,
    ports::text[], attempts, cost, models, ledger_offset, ${bucketSql('blocks')}
  from blocks
  on conflict (execution_id, block_id, iteration, retention_bucket) do update set
    status = excluded.status, sequence = excluded.sequence, started_at = excluded.started_at, ended_at = excluded.ended_at,
    input = coalesce(excluded.input, b.input), output = excluded.output, error = excluded.error, ports = excluded.ports,
    attempts = excluded.attempts, cost = excluded.cost, models = excluded.models, ledger_offset = excluded.ledger_offset
  where b.ended_at is null and excluded.sequence > b.sequence
)`,
};

/** Failed tries; a repeat of the same event changes nothing. */
export const blockAttemptWrite: TableWrite<AttemptRow> = {
  source: 'attempts',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    execution_id: 'uuid',
    sequence: 'int',
    block_id: 'text',
    iteration: 'text',
    attempt_number: 'int',
    status: 'int',
    error_code: 'text',
    message: 'text',
    duration_ms: 'int',
    occurred_at: 'timestamptz',
    retry_at: 'timestamptz',
    ledger_offset: 'bigint',
  },
  subqueries: `
written_attempts as (
  insert into block_attempt (
    execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at,
    ledger_offset, retention_bucket)
  select
    execution_id, sequence, block_id, iteration, attempt_number, status, error_code, message, duration_ms, occurred_at, retry_at,
    ledger_offset, ${bucketSql('attempts')}
  from attempts
  on conflict (execution_id, sequence, retention_bucket) do nothing
)`,
};
