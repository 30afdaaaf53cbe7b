/** Starts recoveries, and shows their rows. */
import type { Database } from '@libs/persistence';
import { v7 as uuidv7 } from 'uuid';
import type { RecoveryView } from './recovery.schemas.js';
import { insertRecoverySql } from './recovery.sql.js';

export interface RecoveryRow {
  id: string;
  subscription_id: string;
  since: Date;
  until: Date;
  states: string[];
  per_second: number;
  state: 'running' | 'finished' | 'cancelled';
  matching: number;
  redelivered: number;
  created_at: Date;
  updated_at: Date;
}

export const recoveryViewOf = (row: RecoveryRow): RecoveryView => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  states: row.states,
  perSecond: row.per_second,
  state: row.state,
  matching: row.matching,
  redelivered: row.redelivered,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export interface RecoveryRequest {
  readonly subscriptionId: string;
  readonly workspaceId: string;
  readonly since: Date;
  /** Exclusive; null means up to now. */
  readonly until: Date | null;
  readonly states: readonly string[];
  /** Only deliveries that entered their state at or after this time; null means at any time. */
  readonly changedSince: Date | null;
  readonly perSecond: number;
}

/** The recovery is durable once this returns. The subscription must be active. */
export async function startRecovery(
  pool: Database['pool'],
  request: RecoveryRequest,
): Promise<RecoveryView> {
  const { subscriptionId, workspaceId, since, until, states, changedSince, perSecond } = request;
  const chosen = [subscriptionId, workspaceId, since, until, states, changedSince];
  const values = [...chosen, uuidv7(), perSecond];
  const { rows } = await pool.query<RecoveryRow>(insertRecoverySql, values);
  const [row] = rows;
  if (row === undefined) throw new Error('The insert of a recovery returned no row');
  return recoveryViewOf(row);
}
