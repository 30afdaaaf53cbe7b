/**
 * A session must belong to one connection. Prepared statements, settings and session locks mean
 * nothing where a pooler shares a session among clients. Measured with PgBouncer in transaction
 * mode: the lock of a migrate step outlived it, and the next one waited for ever.
 */
import type { ClientBase } from 'pg';

const claimSql = `
select coalesce(current_setting('flowledger.session', true), '') <> '' as is_taken, set_config('flowledger.session', 'taken', false)`;

/**
 * Runs first on every connection.
 * @throws Error when another connection has this session too
 */
export async function claimSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>(claimSql);
  if (rows[0]?.is_taken === true)
    throw new Error(
      'DATABASE_URL uses a pooler that shares sessions between clients; set it to pool_mode = session with its server_reset_query, or connect to Postgres itself',
    );
}
