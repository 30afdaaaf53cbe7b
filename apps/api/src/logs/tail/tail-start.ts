/**
 * Finds each partition's start offset for a tail from a given end time. Binary search: a walk from
 * the oldest log would read everything before that time. Ends follow ledger order except for clock
 * differences between successive runners of a partition. The search therefore aims a day earlier;
 * earlier ends in that day are filtered out later.
 */
import type { Database } from '@libs/persistence';
import type { LedgerOffsets } from './ledger-position.js';
import { nextEndedSql } from './tail.sql.js';

const clocksDifferByMs = 86_400_000;

interface Probe {
  readonly partition: number;
  /** First ended execution of the workspace at or after the probed offset. */
  readonly ledger_offset: number;
  readonly ended_at: Date;
}

interface Bounds {
  /** Every execution of the workspace below this offset ended too early. */
  low: number;
  /** At or above this offset, an execution ended late enough, or nothing follows. */
  high: number;
}

/**
 * @param projected projected end of each partition
 * @returns per partition, an offset before which no execution ended at `endedSince` or later
 */
export async function offsetsSince(
  pool: Pick<Database['pool'], 'query'>,
  workspaceId: string,
  endedSince: Date,
  projected: LedgerOffsets,
): Promise<Map<number, number>> {
  const wantedMs = endedSince.getTime() - clocksDifferByMs;
  const bounds = new Map<number, Bounds>(
    [...projected].map(([partition, end]) => [partition, { low: 0, high: end }]),
  );
  for (;;) {
    const open = [...bounds].filter(([, { low, high }]) => low < high);
    if (open.length === 0) break;
    const middles = new Map(
      open.map(([partition, { low, high }]) => [partition, Math.floor((low + high) / 2)]),
    );
    const { rows } = await pool.query<Probe>({
      name: 'next-ended',
      text: nextEndedSql,
      values: [workspaceId, [...middles.keys()], [...middles.values()]],
    });
    const found = new Map(rows.map((row) => [row.partition, row]));
    for (const [partition, bound] of open) {
      const row = found.get(partition);
      if (row === undefined || row.ended_at.getTime() >= wantedMs)
        bound.high = middles.get(partition) ?? bound.low;
      else bound.low = Math.min(row.ledger_offset + 1, bound.high);
    }
  }
  return new Map([...bounds].map(([partition, { low }]) => [partition, low]));
}
