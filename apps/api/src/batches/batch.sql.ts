/** The api creates, shows and stops batches; any api process runs them (batch-worker.ts). */
import { LogConditions } from '../logs/query/log-conditions.js';
import type { SqlQuery } from '../logs/query/log.sql.js';
import { logFiltersOf, type BatchAction, type BatchFilter } from './batch.schemas.js';

const columns =
  'id, workspace_id, action, filter, reason, per_second, state, matching, ordered, refused, waits_for, created_at, updated_at';

export interface Chosen {
  readonly workspaceId: string;
  readonly action: BatchAction;
  readonly filter: BatchFilter;
  /** Excludes later executions, such as the reruns of this batch. */
  readonly until: Date;
}

/** The conditions of a log list with this filter. */
function conditionsOf({ workspaceId, action, filter, until }: Chosen): LogConditions {
  const filters = logFiltersOf(workspaceId, filter);
  const conditions = new LogConditions(filters, null);
  conditions.where('l.started_at >= ?', filters.startDate);
  conditions.where('l.started_at <= ?', until);
  conditions.where('(l.ended_at is null) = ?', action === 'cancel');
  conditions.where('l.execution_id = any(?::uuid[])', filter.executionIds);
  return conditions;
}

/** Indexes as for a log list. */
export function countChosenQuery(chosen: Chosen): SqlQuery {
  const conditions = conditionsOf(chosen);
  const text = `select count(*)::int as matching from execution_log l where ${conditions.text}`;
  return { text, values: conditions.values };
}

/** Oldest first, after the position. Indexes as for a log list. */
export function chosenPageQuery(
  chosen: Chosen,
  position: { readonly startedAt: string; readonly id: string },
  limit: number,
): SqlQuery {
  const conditions = conditionsOf(chosen);
  const startedAt = conditions.parameter(position.startedAt);
  conditions.where(`(l.started_at, l.id) > (${startedAt}::timestamptz, ?::uuid)`, position.id);
  const text = `
select l.execution_id, l.started_at::text as started_at, l.id from execution_log l
where ${conditions.text} order by l.started_at, l.id limit ${conditions.parameter(limit)}`;
  return { text, values: conditions.values };
}

export const insertBatchSql = `
insert into execution_batch (id, workspace_id, action, filter, reason, per_second, state, matching, created_at)
values ($1, $2, $3, $4, $5, $6, 'running', $7, $8)
returning ${columns}`;

/** $1 batch, $2 workspace. Primary key. */
export const batchSql = `select ${columns} from execution_batch where id = $1 and workspace_id = $2`;

/** $1 workspace, $2, $3 position, $4 limit. Newest first. Index: execution_batch_of_workspace. */
export const batchesPageSql = `
select ${columns} from execution_batch
where workspace_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
order by created_at desc, id desc limit $4`;

/** $1 batch, $2 workspace. An ended batch keeps its state. */
export const cancelBatchSql = `
update execution_batch
set state = case when state = 'running' then 'cancelled' else state end, updated_at = now()
where id = $1 and workspace_id = $2
returning ${columns}`;

/** Whether a batch is due. Index: execution_batch_running. */
export const isDueSql = `select from execution_batch where state = 'running' and next_page_at <= now() limit 1`;

/** Locks the batch that is due longest for one process. Index: execution_batch_running. */
export const takeBatchSql = `
select ${columns}, position_started_at::text as position_started_at, position_id from execution_batch
where state = 'running' and next_page_at <= now()
order by next_page_at limit 1
for update skip locked`;

export const moveBatchSql = `
update execution_batch
set state = $2, ordered = ordered + $3, refused = refused + $4,
  position_started_at = coalesce($5::timestamptz, position_started_at), position_id = coalesce($6::uuid, position_id),
  waits_for = $7, next_page_at = now() + $8::int * interval '1 millisecond', updated_at = now()
where id = $1`;
