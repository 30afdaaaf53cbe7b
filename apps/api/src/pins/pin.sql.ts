/**
 * Pins of drafts. Indexes: primary keys. A pin stays while its block is gone, so that undoing the
 * removal brings it back; until then nobody sees or uses it.
 */

/** The ids of the blocks that the draft has, read once. */
const blockIds = `array(select b ->> 'id' from json_array_elements(w.draft -> 'blocks') b)`;

const owned = `select w.id, ${blockIds} as block_ids from workflow w
  where w.id = $1::uuid and w.workspace_id = $2 and w.deleted_at is null`;

const columns = `block_id as "blockId", output, octet_length(output) as "sizeBytes",
  execution_id as "executionId", pinned_at as "pinnedAt", pinned_by as "pinnedBy"`;

/** $1 workflow, $2 workspace. No row: no such workflow. A row without a block: it has no pins. */
export const listPinsSql = `
  with owned as materialized (${owned})
  select ${columns} from owned
  left join workflow_pin p on p.workflow_id = owned.id and p.block_id = any(owned.block_ids)
  order by block_id`;

/** $1 workflow. Of blocks that the draft may lack. */
export const storedPinsSql =
  'select block_id as "blockId", output from workflow_pin where workflow_id = $1::uuid';

/** $1 workflow, $2 workspace. */
export const draftToPinSql =
  'select draft from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null';

/** $1 workflow, $2 workspace. Others wait until the pin is counted. No row: no such workflow. */
export const lockPinsSql = `${owned} for no key update`;

/** $1 workflow, $2 block, $3 JSON text, $4 execution, $5 user. */
export const putPinSql = `
  insert into workflow_pin (workflow_id, block_id, output, execution_id, pinned_by)
  values ($1::uuid, $2, $3, $4, $5)
  on conflict (workflow_id, block_id) do update
  set output = excluded.output, execution_id = excluded.execution_id, pinned_at = now(), pinned_by = excluded.pinned_by
  returning ${columns}`;

/** $1 workflow. */
export const pinUsageSql = `
  select count(*)::int as count, coalesce(sum(octet_length(output)), 0)::int as bytes
  from workflow_pin where workflow_id = $1::uuid`;

/** $1 workflow, $2 ids of the blocks that the draft has. */
export const prunePinsSql =
  'delete from workflow_pin where workflow_id = $1::uuid and block_id <> all($2)';

/** $1 workflow, $2 workspace, $3 block. No row: no such workflow. */
export const deletePinSql = `
  with owned as (
    select id from workflow where id = $1::uuid and workspace_id = $2 and deleted_at is null),
  gone as (
    delete from workflow_pin p using owned where p.workflow_id = owned.id and p.block_id = $3)
  select id from owned`;
