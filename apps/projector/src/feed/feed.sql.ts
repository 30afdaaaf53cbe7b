/** $1 executions. Index: the log's unique index by execution. */
export const executionsOfFeedSql = `
select execution_id as id, workspace_id, workflow_id, execution_id, trigger, deployment_version < 0 as draft, started_at
from execution_log where execution_id = any($1::uuid[])`;

/** $1 workflows. Index: the primary key. */
export const revisionsOfFeedSql = 'select id, revision from workflow where id = any($1::uuid[])';

/** $1 deliveries. Index: the primary key. */
export const deliveriesOfFeedSql = `
select id, workspace_id, workflow_id, execution_id, null as trigger, null::boolean as draft, null::timestamptz as started_at
from delivery where id = any($1::uuid[]) and workspace_id is not null`;
