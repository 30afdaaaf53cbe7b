/**
 * $1 workflow, $2 next fire time. A deployed workflow whose trigger is a schedule. An inserted row
 * has no `xmax`.
 */
export const holdScheduleSql = `
  insert into workflow_schedule (workflow_id, next_fire_at, look_at) values ($1, $2, $2)
  on conflict (workflow_id) do update set next_fire_at = excluded.next_fire_at, look_at = excluded.look_at
  returning xmax = 0 as is_new`;

export const dropScheduleSql = 'delete from workflow_schedule where workflow_id = $1';

/**
 * $1 now. Locks the schedule that is due longest, skipping locked rows.
 * Index: workflow_schedule_due.
 */
export const claimDueSql = `
  select s.workflow_id, s.next_fire_at from workflow_schedule s
  join workflow w on w.id = s.workflow_id and w.deleted_at is null
  where s.look_at <= $1 order by s.look_at limit 1 for update of s skip locked`;

export const moveOnSql =
  'update workflow_schedule set next_fire_at = $2, look_at = $2 where workflow_id = $1';

export const lookLaterSql = 'update workflow_schedule set look_at = $2 where workflow_id = $1';

/** A schedule's last run is looked for among so many runs of its workflow. */
const lookedAt = 50;

/**
 * $1 workspace, $2 and $3 position, $4 limit. Newest workflow first. Indexes:
 * workflow_of_workspace, execution_log_of_workflow, primary keys.
 */
export const schedulesPageSql = `
  select w.id, w.name, w.created_at, w.paused_at is not null as paused, s.next_fire_at, last.started_at as last_at, last.status as last_status,
    (select block ->> 'config' from json_array_elements(v.definition -> 'blocks') block
      where block ->> 'type' = 'schedule' limit 1)::json as config
  from (
    select w.* from workflow w join workflow_schedule s on s.workflow_id = w.id
    where w.workspace_id = $1 and w.deleted_at is null
      and ($2::timestamptz is null or (w.created_at, w.id) < ($2::timestamptz, $3::uuid))
    order by w.created_at desc, w.id desc limit $4) w
  join workflow_schedule s on s.workflow_id = w.id
  left join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version
  left join lateral (
    select * from (
      select started_at, status, trigger from execution_log l
      where l.workflow_id = w.id order by l.started_at desc, l.id desc limit ${lookedAt}) l
    where l.trigger = 'schedule' limit 1) last on true
  order by w.created_at desc, w.id desc`;
