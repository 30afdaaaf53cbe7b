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
