/**
 * The moment in which the copy takes the place of the live tables. Projectors wait at the lock on the checkpoints while the copy
 * takes in the last records; readers go on with the old tables until the transaction ends, and then find the new ones, which hold at
 * least as much. A projector whose checkpoint was overtaken finds out at its next write and reads it again.
 */
import type { Database } from '@libs/persistence';
import { holdProjectorsSql, liveCheckpointsSql } from './copy.sql.js';
import { RebuildError } from './rebuild.errors.js';
import type { Refold } from './refold.js';
import type { TableCopy } from './table-copy.js';

type Client = Pick<Database['pool'], 'query'>;

const maxTries = 50;
const pauseMs = 200;
/**
 * A reader that takes longer is let through first; who comes after it would wait as long as we do. Shorter than Postgres'
 * deadlock_timeout (1 s): where two wait for each other it is we who give way, never a reader.
 */
export const lockTimeoutMs = 500;
/** lock_not_available, deadlock_detected: nothing has happened, the moment was not right. */
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
    // Checkpoints of another cluster say nothing about this log; replacing them is what the rebuild is for.
    const live = rows.filter((row) => row.cluster_id === swap.clusterId);
    await swap.refold.upTo(new Map(live.map((row) => [row.partition, row.next_offset])));
    await swap.copy.putInPlace();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** @throws RebuildError `NO_QUIET_MOMENT` when long reads never let it in */
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
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
