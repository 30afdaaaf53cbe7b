/**
 * Groups executions that `written_logs` ended just now with an error, so that a repeated event
 * counts once. `logs_failed` sorts after `logs`, so that the statement has that first, and only
 * batches with failures pay for it. Everything merges in any order: a rebuild with other batches
 * makes the same groups. Runs of drafts are left out. A partition keeps the first thousand groups
 * of a workspace and day; one group takes the rest. Sorted, because erasing a workspace locks
 * several rows. Conflict by the primary key.
 */
import { keptErrorDays } from '@libs/persistence';
import type { TableWrite } from '../engine/table-write.js';
import type { FailureRow } from './error-group.projection.js';

const maxGroups = 1_000;
const maxVersions = 10;
const restFingerprint = `'00000000-0000-0000-0000-000000000000'::uuid`;

const newest = (versions: string): string =>
  `array(select distinct v from unnest(${versions}) v order by v desc limit ${maxVersions})`;

export const failureSource = 'logs_failed';

/**
 * Type and tries of the block that failed, and the fingerprint of a deployed version's failure. A
 * block that ended in an earlier batch is looked up by the primary key of block_execution.
 */
export const describedFailuresSql = `
described_failures as (
  select e.execution_id, e.ledger_offset, e.partition, e.workspace_id, e.workflow_id, e.deployment_version, t.block_type,
    e.code, e.message, coalesce(e.attempts, b.attempts) as failed_attempts,
    case when e.deployment_version > 0
      then md5(jsonb_build_array(e.workflow_id, t.block_type, e.code, e.message)::text)::uuid end as fingerprint
  from ${failureSource} e
  left join lateral (
    select x.block_type, case when x.iteration = '' then x.attempts end as attempts from block_execution x
    where e.block_type is null and x.execution_id = e.execution_id and x.block_id = e.block_id
    order by x.iteration limit 1) b on true
  cross join lateral (select coalesce(e.block_type, b.block_type) as block_type) t
)`;

export const failureWrite: TableWrite<FailureRow> = {
  source: failureSource,
  columns: {
    partition: 'int',
    ledger_offset: 'bigint',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    workflow_id: 'uuid',
    deployment_version: 'int',
    code: 'text',
    message: 'text',
    block_id: 'text',
    block_type: 'text',
    attempts: 'int',
  },
  subqueries: `
failed_logs as (
  select (w.ended_at at time zone 'UTC')::date as day, w.ended_at, e.*
  from written_logs w join described_failures e on e.execution_id = w.execution_id
  where e.fingerprint is not null and w.ended_at > now() - interval '${keptErrorDays} days'
),
grouped_failures as (
  select workspace_id, day, partition, workflow_id, block_type, code, message, fingerprint,
    min(ended_at) as first_seen, max(ended_at) as last_seen, count(*) as count, array_agg(deployment_version) as versions,
    (array_agg(execution_id order by ended_at desc, ledger_offset desc))[1] as execution_id, min(ledger_offset) as first_offset
  from failed_logs group by workspace_id, day, partition, workflow_id, block_type, code, message, fingerprint
),
known_failures as (
  select g.*, k.fingerprint is not null as is_known,
    row_number() over (
      partition by g.workspace_id, g.day, g.partition, k.fingerprint is not null order by g.first_offset) as place
  from grouped_failures g
  left join error_group k on k.workspace_id = g.workspace_id and k.day = g.day and k.ledger_partition = g.partition
    and k.fingerprint = g.fingerprint
),
group_rooms as (
  select d.workspace_id, d.day, d.partition, ${maxGroups} - (
    select count(*) from (
      select from error_group x
      where x.workspace_id = d.workspace_id and x.day = d.day and x.ledger_partition = d.partition
      limit ${maxGroups}) taken) as places
  from (select distinct workspace_id, day, partition from known_failures where not is_known) d
),
placed_failures as (
  select f.*, f.is_known or f.place <= r.places as has_place
  from known_failures f
  left join group_rooms r on r.workspace_id = f.workspace_id and r.day = f.day and r.partition = f.partition
),
written_groups as (
  insert into error_group as g (
    workspace_id, day, ledger_partition, fingerprint, workflow_id, block_type, code, message, first_seen, last_seen, count,
    versions, execution_id)
  select workspace_id, day, partition, fingerprint, workflow_id, block_type, code, message, first_seen, last_seen, count,
    ${newest('versions')}, execution_id
  from placed_failures where has_place
  union all
  select workspace_id, day, partition, ${restFingerprint}, null, null, 'OTHER', '', min(first_seen), max(last_seen),
    sum(count), '{}', (array_agg(execution_id order by last_seen desc, first_offset desc))[1]
  from placed_failures where not has_place group by workspace_id, day, partition
  order by 1, 2, 3, 4
  on conflict (workspace_id, day, ledger_partition, fingerprint) do update set
    first_seen = least(g.first_seen, excluded.first_seen), last_seen = greatest(g.last_seen, excluded.last_seen),
    count = g.count + excluded.count, versions = ${newest('g.versions || excluded.versions')},
    execution_id = case when excluded.last_seen >= g.last_seen then excluded.execution_id else g.execution_id end
)`,
};
