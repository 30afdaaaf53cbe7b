/**
 * Groups what members should look at by workflow and day. The partition is in the key, so that
 * projectors share no row; everything merges in any order, so that a rebuild with other batches
 * makes the same rows. A partition keeps the first 200 workflows of a workspace, day and kind.
 * Sorted, because erasing a workspace locks several rows. Conflict by the primary key.
 */
import { keptNotificationDays, notificationKinds } from '@libs/persistence';
import type { TableWrite } from '../engine/table-write.js';
import type { AskedApprovalRow, FailedScheduleRow } from './notification.projection.js';

const maxWorkflows = 200;
const young = `now() - interval '${keptNotificationDays} days'`;

/**
 * @param source a subquery with workspace_id, workflow_id, partition, ledger_offset, execution_id,
 * at and code
 */
const noted = (source: string, kind: string): string => `
${source}_grouped as (
  select workspace_id, (at at time zone 'UTC')::date as day, workflow_id, partition, min(at) as first_at, max(at) as last_at,
    count(*) as count, (array_agg(execution_id order by at desc, ledger_offset desc))[1] as execution_id,
    (array_agg(code order by at desc, ledger_offset desc))[1] as code, min(ledger_offset) as first_offset
  from ${source} group by workspace_id, day, workflow_id, partition
),
${source}_known as (
  select g.*, n.workspace_id is not null as is_known,
    row_number() over (
      partition by g.workspace_id, g.day, g.partition, n.workspace_id is not null order by g.first_offset) as place
  from ${source}_grouped g
  left join notification n on n.workspace_id = g.workspace_id and n.day = g.day and n.kind = '${kind}'
    and n.workflow_id = g.workflow_id and n.ledger_partition = g.partition
),
${source}_rooms as (
  select d.workspace_id, d.day, d.partition, ${maxWorkflows} - (
    select count(*) from notification x
    where x.workspace_id = d.workspace_id and x.day = d.day and x.kind = '${kind}' and x.ledger_partition = d.partition) as places
  from (select distinct workspace_id, day, partition from ${source}_known where not is_known) d
),
${source}_written as (
  insert into notification as n (
    workspace_id, day, kind, workflow_id, ledger_partition, first_at, last_at, count, execution_id, code)
  select k.workspace_id, k.day, '${kind}', k.workflow_id, k.partition, k.first_at, k.last_at, k.count, k.execution_id, k.code
  from ${source}_known k
  left join ${source}_rooms r on r.workspace_id = k.workspace_id and r.day = k.day and r.partition = k.partition
  where k.is_known or k.place <= r.places
  order by 1, 2, 3, 4, 5
  on conflict (workspace_id, day, kind, workflow_id, ledger_partition) do update set
    first_at = least(n.first_at, excluded.first_at), last_at = greatest(n.last_at, excluded.last_at),
    count = n.count + excluded.count,
    execution_id = case when excluded.last_at >= n.last_at then excluded.execution_id else n.execution_id end,
    code = case when excluded.last_at >= n.last_at then excluded.code else n.code end
)`;

/**
 * Counts executions that `written_logs` ended just now, so that a repeated end counts once. The
 * source sorts after `logs`, so the statement has that first.
 */
export const failedScheduleWrite: TableWrite<FailedScheduleRow> = {
  source: 'logs_of_schedules',
  columns: {
    partition: 'int',
    ledger_offset: 'bigint',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    workflow_id: 'uuid',
    code: 'text',
  },
  subqueries: `
failed_schedules as (
  select e.workspace_id, e.workflow_id, e.partition, e.ledger_offset, e.execution_id, w.ended_at as at, e.code
  from written_logs w join logs_of_schedules e on e.execution_id = w.execution_id
  where w.ended_at > ${young}
),
${noted('failed_schedules', notificationKinds.scheduleFailed).trim()}`,
};

/**
 * An approval is asked for once: `BlockStarted` is not repeated. An execution that began in an
 * earlier batch is looked up by the log's unique index.
 */
export const askedApprovalWrite: TableWrite<AskedApprovalRow> = {
  source: 'asked',
  columns: {
    partition: 'int',
    ledger_offset: 'bigint',
    execution_id: 'uuid',
    at: 'timestamptz',
    workspace_id: 'uuid',
    workflow_id: 'uuid',
    deployment_version: 'int',
  },
  subqueries: `
asked_approvals as (
  select coalesce(e.workspace_id, l.workspace_id) as workspace_id, coalesce(e.workflow_id, l.workflow_id) as workflow_id,
    e.partition, e.ledger_offset, e.execution_id, e.at, null::text as code
  from asked e
  left join lateral (
    select x.workspace_id, x.workflow_id, x.deployment_version from execution_log x
    where e.workspace_id is null and x.execution_id = e.execution_id
    limit 1) l on true
  where coalesce(e.deployment_version, l.deployment_version) > 0 and e.at > ${young}
),
${noted('asked_approvals', notificationKinds.approvalAsked).trim()}`,
};
