/**
 * Replaces the live tables by the copy. Projectors wait at the lock on the checkpoints while the
 * copy reads the last records. Readers use the old tables until the commit, then the new ones,
 * which hold at least as much. A projector with an overtaken checkpoint notices at its next write
 * and reads it again.
 */
import type { Database } from '@libs/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdProjectorsSql, liveCheckpointsSql } from './copy.sql.js';
import { RebuildError } from './rebuild.errors.js';
import type { Refold } from './refold.js';
import type { TableCopy } from './table-copy.js';

type Client = Pick<Database['pool'], 'query'>;

const maxTries = 50;
const pauseMs = 200;
/**
 * A longer reader goes first, since readers after it would queue behind this lock. Below Postgres'
 * deadlock_timeout (1 s): in a deadlock the swap gives way, never a reader.
 */
export const lockTimeoutMs = 500;
/** lock_not_available, deadlock_detected: nothing has changed; try again. */
const passing = new Set<unknown>(['55P03', '40P01']);

export interface Swap {
  readonly projection: string;
  readonly topic: string;
  readonly clusterId: string;
  readonly copy: TableCopy;
  readonly refold: Refold;
}

async function attempt(client: Client, swap: Swap): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(holdProjectorsSql);
    const { rows } = await client.query<{
      partition: number;
      next_offset: number;
      cluster_id: string;
    }>(liveCheckpointsSql, [swap.projection, swap.topic]);
    // Checkpoints of another cluster tell nothing about this log; the rebuild replaces them.
    const live = rows.filter((row) => row.cluster_id === swap.clusterId);
    await swap.refold.upTo(new Map(live.map((row) => [row.partition, row.next_offset])));
    await swap.copy.replaceLive();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** @throws RebuildError `NO_QUIET_MOMENT` when long reads never release the tables */
export async function swapIn(client: Client, swap: Swap): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await attempt(client, swap);
      return;
    } catch (error) {
      if (!passing.has((error as { code?: unknown } | null)?.code)) throw error;
      if (tries === maxTries) {
        const message = 'the tables are read without a pause; stop the long queries and try again';
        throw new RebuildError('NO_QUIET_MOMENT', message, { cause: error });
      }
      await sleep(pauseMs);
    }
  }
}
