/**
 * A session must be its connection's alone: prepared statements, settings and locks of sessions mean nothing where a pooler gives it to
 * several clients in turn (measured with PgBouncer in transaction mode: the lock of a migrate step stayed after it, and the next one
 * waited for ever).
 */
import type { ClientBase } from 'pg';

const claimSql = `
select coalesce(current_setting('flowledger.session', true), '') <> '' as is_taken, set_config('flowledger.session', 'taken', false)`;

/** The first thing on a connection. @throws when another connection has this session too */
export async function claimSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>(claimSql);
  if (rows[0]?.is_taken === true)
    throw new Error(
      'DATABASE_URL leads through a pooler that gives one session to several clients; set it to pool_mode = session with its server_reset_query, or connect to Postgres itself',
    );
}
