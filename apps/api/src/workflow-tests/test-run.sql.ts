/** Requests to run tests. A runner claims them: apps/runner/src/workflow-tests. */

/**
 * $1 id, $2 workflow, $3 workspace, $4 ids of tests or null, $5 most open ones of a workspace, $6
 * seconds that one is open. No row: the workspace has as many. Old ones go first. Indexes:
 * workflow_test_run_age, workflow_test_run_of_workspace.
 */
export const requestTestRunSql = `
with old as (
  delete from workflow_test_run where id = any(array(
    select id from workflow_test_run where requested_at < now() - interval '1 hour' order by requested_at limit 10
    for update skip locked)))
insert into workflow_test_run (id, workflow_id, workspace_id, test_ids)
select $1::uuid, $2::uuid, $3::uuid, $4::uuid[]
where $5::int > (select count(*) from (
  select from workflow_test_run
  where workspace_id = $3::uuid and requested_at > now() - make_interval(secs => $6) and ended_at is null
  limit $5::int) open)
returning id`;

/** $1 id, $2 workflow, $3 workspace. Index: primary key. */
export const getTestRunSql = `
  select r.id, r.workflow_id as "workflowId", r.requested_at as "requestedAt", r.claimed_at as "claimedAt",
    r.ended_at as "endedAt", r.revision, r.test_count as "testCount", r.problem, r.results::text as results
  from workflow_test_run r join workflow w on w.id = r.workflow_id and w.deleted_at is null
  where r.id = $1::uuid and r.workflow_id = $2::uuid and r.workspace_id = $3`;

/** $1 id. Index: primary key. */
export const hasTestRunEndedSql =
  'select ended_at is not null as "hasEnded" from workflow_test_run where id = $1::uuid';
