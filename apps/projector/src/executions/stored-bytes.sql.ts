/**
 * What the executions of a workspace keep; conflict by the primary key (workspace_id,
 * retention_bucket, ledger_partition). The partition is in the key, so that projectors share no
 * row. An execution that began in another batch is looked up in the log by its unique index; if the
 * log has lost it, so has its workspace. Sorted, because erasing a workspace locks several rows.
 */
import type { TableWrite } from '../engine/table-write.js';
import { keptForEver } from '../retention/retention-bucket.js';
import type { SizeRow } from './stored-bytes.projection.js';

export const storedBytesWrite: TableWrite<SizeRow> = {
  source: 'sizes',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    account_id: 'uuid',
    bytes: 'bigint',
  },
  subqueries: `
owned_sizes as (
  select coalesce(z.workspace_id, l.workspace_id) as workspace_id, coalesce(z.account_id, l.account_id) as account_id,
    coalesce(z.retention_bucket, l.retention_bucket, ${keptForEver}) as retention_bucket, z.partition, z.bytes
  from sizes z left join lateral (
    select x.workspace_id, x.account_id, x.retention_bucket from execution_log x
    where z.retention_bucket is null and x.execution_id = z.execution_id limit 1) l on true
),
written_sizes as (
  insert into stored_bytes as b (workspace_id, retention_bucket, ledger_partition, account_id, bytes)
  select workspace_id, retention_bucket, partition, (array_agg(account_id))[1], sum(bytes)
  from owned_sizes where workspace_id is not null
  group by workspace_id, retention_bucket, partition
  order by workspace_id, retention_bucket, partition
  on conflict (workspace_id, retention_bucket, ledger_partition) do update set bytes = b.bytes + excluded.bytes
)`,
};
