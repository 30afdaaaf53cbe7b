/** Tests beside the draft of a workflow. Indexes: primary keys. */

const columns = `id, test::text as test, updated_at as "updatedAt", updated_by as "updatedBy"`;

/** $1 workflow, $2 workspace. No row: no such workflow. A row without an id: it has no tests. */
export const listTestsSql = `
  select t.id, t.test::text as test, t.updated_at as "updatedAt", t.updated_by as "updatedBy"
  from workflow w left join workflow_test t on t.workflow_id = w.id
  where w.id = $1::uuid and w.workspace_id = $2 and w.deleted_at is null
  order by t.position, t.id`;

/** $1 workflow, $2 workspace. Others wait until the tests are counted. No row: no such workflow. */
export const lockTestsSql = `
  select draft from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null
  for no key update`;

/** $1 workflow. */
export const namesOfTestsSql =
  'select id, name from workflow_test where workflow_id = $1::uuid order by position, id';

/** $1 workflow, $2 ids that stay. */
export const removeTestsSql =
  'delete from workflow_test where workflow_id = $1::uuid and id <> all($2::uuid[])';

/**
 * $1 workflow, $2 ids, $3 names, $4 JSON texts, $5 user. In this order; equal ones keep who changed
 * them, and when.
 */
export const replaceTestsSql = `
  insert into workflow_test (workflow_id, id, position, name, test, updated_by)
  select $1::uuid, id, position, name, test::json, $5::uuid
  from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as given(id, name, test, position)
  on conflict (workflow_id, id) do update set position = excluded.position, name = excluded.name, test = excluded.test,
    updated_at = case when workflow_test.test::text = excluded.test::text then workflow_test.updated_at else now() end,
    updated_by = case when workflow_test.test::text = excluded.test::text then workflow_test.updated_by
      else excluded.updated_by end`;

/** $1 workflow, $2 id, $3 name, $4 JSON text, $5 user. A new one comes last. */
export const putTestSql = `
  insert into workflow_test (workflow_id, id, position, name, test, updated_by)
  select $1::uuid, $2::uuid, coalesce(max(position), 0) + 1, $3, $4::json, $5::uuid
  from workflow_test where workflow_id = $1::uuid
  on conflict (workflow_id, id) do update
  set name = excluded.name, test = excluded.test, updated_at = now(), updated_by = excluded.updated_by
  returning ${columns}`;

/** $1 workflow. */
export const testUsageSql = `
  select count(*)::int as count, coalesce(sum(octet_length(test::text)), 0)::int as bytes
  from workflow_test where workflow_id = $1::uuid`;

/** $1 workflow, $2 workspace, $3 id. No row: no such workflow, or no such test. */
export const deleteTestSql = `
  delete from workflow_test t using workflow w
  where w.id = $1::uuid and w.workspace_id = $2 and w.deleted_at is null and t.workflow_id = w.id and t.id = $3::uuid
  returning t.id`;
