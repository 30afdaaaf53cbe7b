/**
 * Bounds on a connection to Postgres, on both sides. A host that fails closes nothing: without
 * bounds we wait until TCP gives up (a quarter of an hour, or never), and Postgres keeps the locks
 * of a vanished client for two hours. A connection to a host that is not the primary, as after a
 * failover, is dropped: a pool would keep it for ever.
 */
import type { ClientBase } from 'pg';
import { readOnly } from './unavailable.js';

/**
 * We wait this much longer than Postgres, so that a live Postgres reports its own timeout first.
 */
const graceMs = 5_000;

const boundsSql = `
select set_config('statement_timeout', $1, false),
  -- Who holds locks and says nothing: a process that is frozen, or whose host is gone.
  set_config('idle_in_transaction_session_timeout', $1, false),
  set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false),
  -- A statement has one process and no compiler: Postgres expects the plan of a named statement to be so dear that it started two processes
  -- for what took 2 ms without them (6 ms; a search of a week did it four times), and many callers share its cores.
  set_config('max_parallel_workers_per_gather', '0', false), set_config('jit', 'off', false),
  pg_is_in_recovery() as is_standby`;

/** The parts of a pg connection that its types omit; pg-pool itself ends one through its stream. */
interface Wire {
  readonly connection: {
    readonly stream: {
      setTimeout(ms: number, onTimeout: () => void): void;
      destroy(error: Error): void;
    };
    on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
  };
  end(): Promise<void>;
}

interface Bounds {
  readonly keepAlive: boolean;
  /** pg-pool awaits it before it hands out the connection; its types do not say so. */
  onConnect(client: ClientBase): Promise<void>;
}

const silence = (ms: number): Error =>
  Object.assign(new Error(`Postgres has sent nothing for ${ms} ms`), { code: 'ETIMEDOUT' });

const standby = (): Error =>
  Object.assign(
    new Error('This Postgres is a read-only standby; set DATABASE_URL to its primary'),
    { code: readOnly },
  );

/**
 * For a pool of pg or TypeORM. Uses statements, because poolers refuse startup parameters.
 * @param statementTimeoutMs longest statement, and longest pause within a transaction
 */
export function bounded(statementTimeoutMs: number): Bounds {
  const silentMs = statementTimeoutMs + graceMs;
  return {
    keepAlive: true,
    async onConnect(client) {
      await claimSession(client);
      const wire = client as unknown as Wire;
      const { stream } = wire.connection;
      stream.setTimeout(silentMs, () => stream.destroy(silence(silentMs)));
      // The holder learns of it by this error; the pool replaces the connection when it is
      // returned.
      wire.connection.on('errorMessage', ({ code }) => {
        if (code === readOnly) void wire.end();
      });
      const { rows } = await client.query<{ is_standby: boolean }>(boundsSql, [
        String(statementTimeoutMs),
      ]);
      if (rows[0]?.is_standby === true) throw standby();
    },
  };
}

const claimSql = `
select coalesce(current_setting('flowledger.session', true), '') <> '' as is_taken, set_config('flowledger.session', 'taken', false)`;

/**
 * Runs first on every connection. A session must belong to one connection: prepared statements,
 * settings and session locks mean nothing where a pooler shares a session among clients. Measured
 * with PgBouncer in transaction mode: the lock of a migrate step outlived it, and the next one
 * waited for ever.
 * @throws Error when another connection has this session too
 */
export async function claimSession(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>(claimSql);
  if (rows[0]?.is_taken === true)
    throw new Error(
      'DATABASE_URL uses a pooler that shares sessions between clients; set it to pool_mode = session with its server_reset_query, or connect to Postgres itself',
    );
}
