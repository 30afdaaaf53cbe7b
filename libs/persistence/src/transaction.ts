import type { Pool, PoolClient } from 'pg';

/**
 * Runs all of the work's statements or none, on one connection of the pool. A connection that can't
 * roll back is discarded.
 * @throws the work's error, after the rollback
 */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
