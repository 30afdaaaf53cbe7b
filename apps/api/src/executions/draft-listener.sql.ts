/** URLs that run a draft once. Index: the primary key, unless stated. */

/**
 * $1 hash of the token, $2 workflow, $3 workspace, $4 execution, $5 seconds until it ends, $6 most
 * of a workspace, $7 who opens it: an earlier one of theirs ends. No row: others have as many.
 * Ended ones go first. Indexes: draft_listener_age, draft_listener_of_workspace.
 */
export const addListenerSql = `
with old as (
  delete from draft_listener where token_hash = any(array(
    select token_hash from draft_listener where expires_at < now() order by expires_at limit 10
    for update skip locked))),
open as materialized (
  select token_hash, opened_by from draft_listener
  where workspace_id = $3::uuid and expires_at > now() and used_at is null),
replaced as (
  update draft_listener set expires_at = now()
  where token_hash = any(array(select token_hash from open where opened_by = $7::uuid)) and used_at is null)
insert into draft_listener (token_hash, workflow_id, workspace_id, execution_id, expires_at, opened_by)
select $1::bytea, $2::uuid, $3::uuid, $4::uuid, now() + make_interval(secs => $5), $7::uuid
where $6::int > (select count(*) from open where opened_by is distinct from $7::uuid)
returning expires_at`;

/** $1 hash of the token, $2 most calls. Counts the call: each costs a check of the draft. */
export const findListenerSql = `
update draft_listener set calls = calls + 1
where token_hash = $1::bytea and expires_at > now() and used_at is null and calls < $2::int
returning workflow_id as "workflowId", workspace_id as "workspaceId", execution_id as "executionId"`;

/** $1 hash of the token. A row for the one call that runs the draft. */
export const takeListenerSql = `
update draft_listener set used_at = now()
where token_hash = $1::bytea and expires_at > now() and used_at is null
returning execution_id`;

/** $1 hash of the token. Its call ran nothing. */
export const releaseListenerSql =
  'update draft_listener set used_at = null where token_hash = $1::bytea';

/**
 * $1 workflow, $2 workspace, $3 who opened it. Its URL answers 404 from now on. No row: the
 * workspace has no such workflow. Indexes: draft_listener_of_workspace, primary key of workflow.
 */
export const closeListenerSql = `
with closed as (
  update draft_listener set expires_at = now()
  where workspace_id = $2::uuid and expires_at > now() and used_at is null
    and workflow_id = $1::uuid and opened_by = $3::uuid)
select from workflow where id = $1::uuid and workspace_id = $2::uuid`;
