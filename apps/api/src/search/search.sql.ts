/** Finds records by a part of their name. Each ends after $3 rows, in no order. */

const within = (id: string): string =>
  `uuid_hash_extended(${id}, 0) = uuid_hash_extended($1::uuid, 0)`;

/** $1 workspace, $2 pattern, $3 limit, $4 the only workflows, or null. Index: workflow_search. */
export const workflowsByNameSql = `
select id, name as title from workflow
where ${within('workspace_id')} and workspace_id = $1::uuid and name ilike $2 and deleted_at is null
  and ($4::uuid[] is null or id = any($4::uuid[]))
limit $3`;

/** $1 workspace, $2 pattern, $3 limit. Index: subscription_search. */
export const subscriptionsByUrlSql = `
select id, url as title from subscription
where ${within('workspace_id')} and workspace_id = $1::uuid and url ilike $2 and deleted_at is null
limit $3`;

/** $1 workspace, $2 pattern, $3 limit. Index: workspace_secret_search. */
export const secretsByNameSql = `
select name as id, name as title from workspace_secret
where ${within('workspace_id')} and workspace_id = $1::uuid and name ilike $2
limit $3`;

/** $1 account, $2 pattern, $3 limit, $4 workspace. Index: app_user_search, then a primary key. */
export const membersByNameSql = `
select u.id, u.email as title from app_user u
join workspace_member m on m.user_id = u.id and m.workspace_id = $4::uuid
where ${within('u.account_id')} and u.account_id = $1::uuid and (u.email ilike $2 or u.name ilike $2)
limit $3`;

/**
 * $1 execution or log, $2 workspace, $3 the only workflows, or null. Unique index on
 * execution_log.execution_id, primary key.
 */
export const executionByIdSql = `
select execution_id as id, workflow_name as title from execution_log
where (execution_id = $1::uuid or id = $1::uuid) and workspace_id = $2::uuid
  and ($3::uuid[] is null or workflow_id = any($3::uuid[]))
limit 1`;

/** $1 delivery, $2 workspace, $3 the only workflows, or null. Primary key. */
export const deliveryByIdSql = `
select id, url as title from delivery
where id = $1::uuid and workspace_id = $2::uuid and ($3::uuid[] is null or workflow_id = any($3::uuid[]))`;

/** $1 event, $2 workspace, $3 the only workflows, or null, $4 limit. Index: delivery_of_event. */
export const deliveriesByEventSql = `
select id, url as title from delivery
where event_id = $1 and workspace_id = $2::uuid and ($3::uuid[] is null or workflow_id = any($3::uuid[]))
limit $4`;

/** $1 batch, $2 workspace. Primary key. */
export const batchByIdSql = `
select id, action as title from execution_batch where id = $1::uuid and workspace_id = $2::uuid`;
