/**
 * Deletes a workspace. At once: its key, its API keys and everything people made in it. Then, in
 * small batches: the rows that executions and deliveries left in the read models, and the
 * idempotency keys of requests. Its ledger records stay as long as Kafka keeps them; their secret
 * parts can't be read without the key.
 */
import type { Pool, PoolClient } from 'pg';
import {
  destroyKeySql,
  erasedWorkspacesSql,
  eraseManagedSql,
  eraseRowsSql,
} from './erase-workspace.sql.js';
import { inTransaction } from './transaction.js';

const batchRows = 1_000;

/** @returns false when the workspace no longer exists */
export const eraseWorkspace = (pool: Pool, workspaceId: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(destroyKeySql, [workspaceId]);
    if (rowCount === 1) for (const sql of eraseManagedSql) await client.query(sql, [workspaceId]);
    return rowCount === 1;
  });

/** In batches: each statement deletes at most a thousand executions, deliveries or keys. */
export async function eraseWorkspaceRows(
  client: Pick<PoolClient, 'query'>,
  workspaceId: string,
): Promise<void> {
  for (const sql of eraseRowsSql) {
    for (let more = true; more;) {
      const { rowCount } = await client.query(sql, [workspaceId, batchRows]);
      more = rowCount === batchRows;
    }
  }
}

/**
 * A rebuild folds the ledger, which still has the deleted data. Call this on the copy before it is
 * shown.
 */
export async function eraseErasedWorkspaces(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ id: string }>(erasedWorkspacesSql);
  for (const { id } of rows) await eraseWorkspaceRows(client, id);
}
