/**
 * Rows of the log list; conflict by the unique index (execution_id, retention_bucket). An ended row
 * is final: a repeated terminal event or a late start does not change it. Usage sums the rows that
 * ended just now (`returning` gives no others), so a repeated terminal event is not charged twice.
 * Accounts are sorted, so that two partitions can't deadlock on them. Executions and tokens are
 * counted by ledger partition (primary key), so that projectors never share a row.
 */
import type { TableWrite } from '../engine/table-write.js';
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
  },
  subqueries: `
written_logs as (
  insert into execution_log as l (
    id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash, status, level,
    trigger, started_at, ended_at, total_duration_ms, cost_total, models, error, ledger_partition, ledger_offset, retention_bucket)
  select
    id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash, status, level,
    trigger, started_at, ended_at, total_duration_ms, cost_total, models::text[], error, partition, ledger_offset,
    ${bucketSql('logs')}
  from logs
  on conflict (execution_id, retention_bucket) do update set
    status = excluded.status, level = excluded.level, ended_at = excluded.ended_at,
    total_duration_ms = excluded.total_duration_ms, cost_total = excluded.cost_total, models = excluded.models,
    error = excluded.error, ledger_offset = excluded.ledger_offset
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
${countedStatsSql.trim()}`,
};
