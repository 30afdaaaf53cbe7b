/** $1 delivery. Skips a delivery that has succeeded meanwhile. Index: the primary key. */
export const redriveSql = `
update delivery_fence f
set state = 'pending', due_at = now(), updated_at = now(),
  schedule_base = case when f.state = 'pending' then f.schedule_base else f.step - 1 end
from subscription s
where f.delivery_id = $1 and f.state in ('pending', 'failed', 'exhausted') and s.id = f.subscription_id and s.active
  and s.deleted_at is null
returning f.delivery_id, f.subscription_id, f.step`;

/** $1 delivery. Why `redriveSql` changed nothing. Index: the primary key. */
export const redriveStandingSql = `
select f.state, s.active, s.id is null or s.deleted_at is not null as deleted
from delivery_fence f left join subscription s on s.id = f.subscription_id
where f.delivery_id = $1`;
