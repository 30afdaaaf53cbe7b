/**
 * Rebuilds a projection's read models from the ledger's start, beside the running ones, then swaps.
 * Reading and projecting continue. A failure before the swap leaves the live tables untouched; the
 * next rebuild deletes the remains of the copy.
 */
import { claimSession, eraseErasedWorkspaces } from '@libs/persistence';
import pg from 'pg';
import type { Projection } from '../engine/projection.js';
import { dropExpired } from '../retention/log-partitions.js';
import { rebuildLockSql } from './copy.sql.js';
import { RebuildError } from './rebuild.errors.js';
import { type LedgerSource, Refold } from './refold.js';
import { swapIn } from './swap.js';
import { TableCopy } from './table-copy.js';

/** Few enough records that projectors may wait for them. */
const closeEnoughRecords = 2_000;
const reportEveryMs = 1_000;
const connections = 4;

type RebuildPhase = 'folding' | 'indexing' | 'catching up' | 'swapping';

export interface RebuildProgress {
  readonly phase: RebuildPhase;
  readonly records: number;
  /** Current estimate: the log grows during the rebuild. */
  readonly totalRecords: number;
  readonly elapsedMs: number;
}

export interface RebuildOptions {
  readonly projection: Projection;
  readonly log: LedgerSource;
  readonly databaseUrl: string;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Continues although the ledger's start is gone; its records will be missing, in usage too. */
  readonly acceptIncompleteLog?: boolean;
}

/** @returns records folded */
export async function rebuildProjection(options: RebuildOptions): Promise<number> {
  const { projection, log, databaseUrl } = options;
  const clusterId = await log.admin.clusterId();
  if (options.acceptIncompleteLog !== true) await refuseIncomplete(projection, log);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'rebuild' });
  await client.connect();
  const copy = new TableCopy(client, projection.name, projection.tables);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'rebuild',
    max: connections,
    ...searching(copy.schema),
  });
  // A broken connection is reported by the next statement that uses it.
  client.on('error', () => undefined);
  pool.on('error', () => undefined);
  try {
    // Before any lock: if both share a session, statements for the copy would find the live tables.
    await claimSession(client);
    await pool.query('select');
    const { rows } = await client.query<{ locked: boolean }>(rebuildLockSql);
    if (rows[0]?.locked !== true)
      throw new RebuildError('ALREADY_RUNNING', 'another rebuild of this database is running');
    await copy.create();
    const refold = new Refold(projection, log, pool, clusterId);
    await run(options, refold, copy, pool, async () => {
      const { name, topic } = projection;
      await swapIn(client, { projection: name, topic, clusterId, copy, refold });
    });
    await copy.drop();
    return refold.records;
  } finally {
    await pool.end();
    await client.end();
  }
}

/**
 * By a statement, because poolers refuse it as a startup parameter. pg-pool awaits `onConnect`,
 * although its types do not say so.
 */
const searching = (schema: string) => ({
  async onConnect(connection: pg.ClientBase): Promise<void> {
    await claimSession(connection);
    await connection.query(`select set_config('search_path', $1, false)`, [`${schema}, public`]);
  },
});

async function run(
  { projection: { topic, tables }, log, onProgress }: RebuildOptions,
  refold: Refold,
  copy: TableCopy,
  pool: pg.Pool,
  swap: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  let phase: RebuildPhase = 'folding';
  let ends = await log.admin.endOffsets(topic);
  const report = (): void =>
    onProgress?.({
      phase,
      records: refold.records,
      totalRecords: refold.records + refold.behind(ends),
      elapsedMs: performance.now() - startedAt,
    });
  const enter = (next: RebuildPhase): void => {
    phase = next;
    report();
  };
  const timer = setInterval(report, reportEveryMs);
  try {
    report();
    await refold.upTo(ends);
    enter('indexing');
    await copy.buildIndexes();
    await copy.analyze();
    enter('catching up');
    for (;;) {
      ends = await log.admin.endOffsets(topic);
      const isClose = refold.behind(ends) <= closeEnoughRecords;
      await refold.upTo(ends);
      if (isClose) break;
    }
    await copy.buildIndexes();
    await eraseErasedWorkspaces(pool);
    if (tables.includes('execution_log')) await dropExpired(pool, Date.now());
    enter('swapping');
    await swap();
    report();
  } finally {
    clearInterval(timer);
  }
}

async function refuseIncomplete({ topic }: Projection, log: LedgerSource): Promise<void> {
  const starts = await log.admin.startOffsets(topic);
  const cut = [...starts].filter(([, offset]) => offset > 0);
  if (cut.length === 0) return;
  const where = cut
    .map(([partition, offset]) => `${topic}[${partition}] from ${offset}`)
    .join(', ');
  throw new RebuildError(
    'LOG_INCOMPLETE',
    `the ledger no longer has its beginning (${where}): what stood there would be missing after the rebuild. Name its archive by --archive or FLOWLEDGER_LEDGER_ARCHIVE_DIR`,
  );
}
