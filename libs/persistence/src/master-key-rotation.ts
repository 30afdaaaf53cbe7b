/**
 * Rotation of the master key, and recovery when it is lost. Only the data keys are wrapped again;
 * the values that they seal do not change. So a rotation takes milliseconds per workspace and may
 * run while everything is in use.
 */
import { type MasterKeys, newDataKey, unwrapKey, wrapKey } from '@libs/security';
import type { Pool } from 'pg';
import {
  dropSecretsSql,
  lockedWorkspacesSql,
  rewrapSql,
  stopSubscriptionsSql,
  workspacesSql,
} from './workspace-keys.sql.js';
import { inTransaction } from './transaction.js';

export interface MasterKeyCheck {
  /** Workspaces whose data key opens with the current master key. */
  readonly current: number;
  /** Workspaces whose data key opens with a previous one; `rewrapWorkspaceKeys` changes these. */
  readonly previous: number;
  /** Ids of the workspaces whose data key opens with none of the keys. */
  readonly lost: readonly string[];
}

interface WorkspaceRow {
  readonly id: string;
  readonly wrapped_key: Buffer;
}

function opened(keys: MasterKeys, wrapped: Buffer): Buffer | null {
  try {
    return unwrapKey(keys, wrapped);
  } catch {
    return null;
  }
}

export async function checkMasterKey(pool: Pool, keys: MasterKeys): Promise<MasterKeyCheck> {
  const { rows } = await pool.query<WorkspaceRow>(workspacesSql);
  const [current] = keys;
  const isCurrent = rows.filter((row) => opened([current], row.wrapped_key) !== null);
  const lost = rows.filter((row) => opened(keys, row.wrapped_key) === null);
  return {
    current: isCurrent.length,
    previous: rows.length - isCurrent.length - lost.length,
    lost: lost.map(({ id }) => id),
  };
}

/**
 * Rewraps with the current key each data key that a previous one opens. All or nothing; repeatable.
 * @returns how many
 */
export const rewrapWorkspaceKeys = (pool: Pool, keys: MasterKeys): Promise<number> =>
  inTransaction(pool, async (client) => {
    const [current, ...previous] = keys;
    const [first, ...others] = previous;
    if (first === undefined) return 0;
    const { rows } = await client.query<WorkspaceRow>(lockedWorkspacesSql);
    let changed = 0;
    for (const { id, wrapped_key: wrapped } of rows) {
      if (opened([current], wrapped) !== null) continue;
      const dataKey = opened([first, ...others], wrapped);
      if (dataKey === null) continue;
      await client.query(rewrapSql, [id, wrapKey(current, dataKey)]);
      changed += 1;
    }
    return changed;
  });

/**
 * Gives a new data key to workspaces whose key opens with none of these. Their secrets and ledger
 * credentials are lost. Subscriptions with a secret or static headers are switched off.
 * @returns their ids
 */
export const resetLostWorkspaces = (pool: Pool, keys: MasterKeys): Promise<string[]> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<WorkspaceRow>(lockedWorkspacesSql);
    const lost = rows.filter((row) => opened(keys, row.wrapped_key) === null);
    for (const { id } of lost) {
      await client.query(rewrapSql, [id, wrapKey(keys[0], newDataKey())]);
      await client.query(dropSecretsSql, [id]);
      await client.query(stopSubscriptionsSql, [id]);
    }
    return lost.map(({ id }) => id);
  });
