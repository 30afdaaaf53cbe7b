/** For operators: how often executions ended their owner while they ran alone. */
import type { Pool } from 'pg';
import { listTrialsSql } from './trials.sql.js';

export async function loneDeathsOf(pool: Pick<Pool, 'query'>): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ execution_id: string; lone_deaths: number }>(listTrialsSql);
  return new Map(rows.map((row) => [row.execution_id, row.lone_deaths]));
}
