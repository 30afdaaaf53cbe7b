/** Requests of the api to run tests of drafts. */

/**
 * Takes the oldest request that no runner has and somebody still waits for. Index:
 * workflow_test_run_waiting.
 */
export const claimTestRunSql = `
update workflow_test_run set claimed_at = now()
where id = (
  select id from workflow_test_run where claimed_at is null and requested_at > now() - interval '1 minute'
  order by requested_at limit 1 for update skip locked)
returning id, workflow_id as "workflowId", test_ids as "testIds"`;

/** $1 workflow, $2 ids of tests; null: all. In their order. Indexes: primary keys. */
export const testsToRunSql = `
  select w.draft::text as draft, w.revision, t.id, t.name, t.test
  from workflow w
  left join workflow_test t on t.workflow_id = w.id and ($2::uuid[] is null or t.id = any($2::uuid[]))
  where w.id = $1::uuid and w.deleted_at is null
  order by t.position, t.id`;

/** $1 id, $2 revision, $3 how many tests. Index: primary key. */
export const beginTestRunSql =
  'update workflow_test_run set revision = $2, test_count = $3 where id = $1::uuid';

/** $1 id, $2 JSON text of the results so far. Index: primary key. */
export const noteTestResultsSql =
  'update workflow_test_run set results = $2::json where id = $1::uuid and ended_at is null';

/** $1 id, $2 JSON text of the results, $3 why tests have no result. Index: primary key. */
export const endTestRunSql = `
update workflow_test_run set results = $2::json, problem = $3, ended_at = now() where id = $1::uuid`;
