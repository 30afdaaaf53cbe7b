/** How far a caller has come with the page Start. Tables of the demo tell, and one of our own. */

/**
 * $1 workspaces, $2 reader, $3 workflow and $4 subscription of the demo, or null. `has_run` and
 * `has_sent` are null in a workspace without the demo. The last hundred deliveries count. Indexes:
 * primary keys, workflow_of_workspace, execution_log_of_workflow, delivery_of_subscription.
 */
export const onboardingSql = `
select w.id as workspace_id, o.started_at, o.ended_at,
  exists (select from workflow own where own.workspace_id = w.id and own.deleted_at is null
    and own.id is distinct from $3::uuid) as has_own,
  case when demo.id is not null then exists (
    select from execution_log l where l.workflow_id = demo.id) end as has_run,
  case when demo.id is not null then exists (
    select from (select state from delivery where subscription_id = $4::uuid order by created_at desc, id desc limit 100) sent
    where sent.state = 'succeeded') end as has_sent
from unnest($1::uuid[]) as w(id)
left join workflow demo on demo.id = $3::uuid and demo.workspace_id = w.id and demo.deleted_at is null
left join onboarding o on o.workspace_id = w.id and o.reader_id = $2::uuid`;

/**
 * $1 workspace, $2 reader, $3 whether it has ended, or null for no change. Conflict by the primary
 * key.
 */
export const changeOnboardingSql = `
insert into onboarding as o (workspace_id, reader_id, started_at, ended_at)
values ($1, $2, now(), case when $3::boolean then now() end)
on conflict (workspace_id, reader_id) do update set
  ended_at = case $3::boolean when true then coalesce(o.ended_at, now()) when false then null else o.ended_at end`;
