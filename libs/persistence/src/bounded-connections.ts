/**
 * What bounds a connection to Postgres, on both sides. A host that goes away closes nothing: without bounds we wait for what never
 * comes until TCP gives up (a quarter of an hour, or never), and Postgres keeps the locks of who is gone for two hours. A host that
 * is not the primary any more, or that a name still leads to after a failover, is left: a pool would keep its connections for ever.
 */
import type { ClientBase } from 'pg';
import { claimSession } from './own-session.js';
import { readOnly } from './unavailable.js';

/** How much longer than Postgres we wait, so that who can answer does. */
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

/** A connection of pg as far as its types do not tell: pg-pool itself ends it by its stream. */
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
  /** pg-pool waits for it before it gives the connection away, which its types do not tell. */
  onConnect(client: ClientBase): Promise<void>;
}

const silence = (ms: number): Error =>
  Object.assign(new Error(`Postgres has said nothing for ${ms} ms`), { code: 'ETIMEDOUT' });

const standby = (): Error =>
  Object.assign(
    new Error(
      'This Postgres is a standby, which takes no writes; DATABASE_URL must lead to its primary',
    ),
    { code: readOnly },
  );

/**
 * For a pool of pg or TypeORM. By statements and not by startup parameters, which poolers in between refuse.
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
      // Whoever holds it learns of it by this error; the pool replaces it when it comes back.
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
