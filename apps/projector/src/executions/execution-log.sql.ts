/**
 * Rows of the log list; conflict by the unique index (execution_id, retention_bucket). An ended row
 * is final: a repeated terminal event or a late start does not change it. Usage sums the rows that
 * ended just now (`returning` gives no others), so a repeated terminal event is not charged twice.
 * Accounts are sorted, so that two partitions can't deadlock on them. Executions and tokens are
 * counted by ledger partition (primary key), so that projectors never share a row.
 */
import type { TableWrite } from '../engine/table-write.js';
import { describedFailuresSql, failureSource } from './error-group.sql.js';
import type { LogRow } from './execution-log.projection.js';
import { bucketSql } from '../retention/retention-bucket.js';
import { countedStatsSql } from './execution-stats.sql.js';

/** Largest whole number of a double: a sum that stops there can't end the statement. */
const mostTokens = Number.MAX_SAFE_INTEGER;

export const executionLogWrite: TableWrite<LogRow> = {
  source: 'logs',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    ledger_offset: 'bigint',
    id: 'uuid',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    account_id: 'uuid',
    workflow_id: 'uuid',
    workflow_name: 'text',
    deployment_version: 'int',
    definition_hash: 'text',
    status: 'text',
    level: 'text',
    trigger: 'text',
    started_at: 'timestamptz',
    ended_at: 'timestamptz',
    total_duration_ms: 'bigint',
    cost_total: 'float8',
    prompt_tokens: 'bigint',
    completion_tokens: 'bigint',
    models: 'text',
    error: 'jsonb',
    result: 'text',
    parent_execution_id: 'uuid',
    rerun_of: 'uuid',
  },
  subqueries: (sources) => {
    const hasFailures = sources.has(failureSource);
    return `${hasFailures ? `${describedFailuresSql.trim()},` : ''}${subqueries(hasFailures)}`;
  },
};

/** @param hasFailures the statement has `described_failures`, which other batches do not pay for */
const subqueries = (hasFailures: boolean): string => `
written_logs as (
  insert into execution_log as l (
    id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash, status, level,
    trigger, started_at, ended_at, total_duration_ms, cost_total, models, error, result, failed_attempts, fingerprint,
    parent_execution_id, rerun_of, ledger_partition, ledger_offset, retention_bucket)
  select
    id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash, status, level,
    trigger, started_at, ended_at, total_duration_ms, cost_total, models::text[], error, result,
    ${hasFailures ? 'f.failed_attempts, f.fingerprint' : 'null::int, null::uuid'},
    parent_execution_id, rerun_of, partition, ledger_offset, ${bucketSql('logs')}
  from logs
  ${hasFailures ? 'left join (select execution_id as failed_id, failed_attempts, fingerprint from described_failures) f on f.failed_id = execution_id' : ''}
  on conflict (execution_id, retention_bucket) do update set
    status = excluded.status, level = excluded.level, ended_at = excluded.ended_at,
    total_duration_ms = excluded.total_duration_ms, cost_total = excluded.cost_total, models = excluded.models,
    error = excluded.error, result = excluded.result, failed_attempts = excluded.failed_attempts,
    fingerprint = excluded.fingerprint, ledger_offset = excluded.ledger_offset
  where l.ended_at is null and excluded.ended_at is not null
  returning l.execution_id, l.account_id, l.ended_at, l.cost_total
),
written_usage as (
  insert into usage_period as u (account_id, period, cost)
  select account_id, date_trunc('month', ended_at at time zone 'UTC')::date as period, sum(cost_total)
  from written_logs
  where ended_at is not null and cost_total > 0
  group by account_id, period
  order by account_id, period
  on conflict (account_id, period) do update set cost = u.cost + excluded.cost
),
counted_usage as (
  insert into execution_usage as c (account_id, period, partition, executions, prompt_tokens, completion_tokens)
  select w.account_id, date_trunc('month', w.ended_at at time zone 'UTC')::date as period, e.partition, count(*),
    least(sum(e.prompt_tokens), ${mostTokens}), least(sum(e.completion_tokens), ${mostTokens})
  from written_logs w join logs e on e.execution_id = w.execution_id
  where w.ended_at is not null
  group by w.account_id, period, e.partition
  on conflict (account_id, period, partition) do update set
    executions = c.executions + excluded.executions,
    prompt_tokens = least(c.prompt_tokens + excluded.prompt_tokens, ${mostTokens}),
    completion_tokens = least(c.completion_tokens + excluded.completion_tokens, ${mostTokens})
),
${countedStatsSql.trim()}`;
