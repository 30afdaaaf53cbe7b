import type { Pool } from 'pg';
import type { Tenant } from './test-database.js';

/** Makes the executions of the tenant keep this many bytes. */
export const storeBytes = (
  pool: Pick<Pool, 'query'>,
  { accountId, workspaceId }: Pick<Tenant, 'accountId' | 'workspaceId'>,
  bytes: number,
): Promise<unknown> =>
  pool.query(
    `insert into stored_bytes (workspace_id, retention_bucket, ledger_partition, account_id, bytes)
     values ($1, 0, 0, $2, $3) on conflict (workspace_id, retention_bucket, ledger_partition) do update set bytes = $3`,
    [workspaceId, accountId, bytes],
  );
