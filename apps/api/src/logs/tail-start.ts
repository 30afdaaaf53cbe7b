/**
 * Where in each partition a tail begins that asks for what ended at some time or later. Found by halving: a walk from the oldest log
 * would look at everything before that time. The ends in a partition follow its order but for the clocks of the runners that wrote it
 * one after the other, so the search looks for a day earlier; what lies in that day and ended too early is filtered on the way.
 */
import type { Database } from '@libs/persistence';
import type { LedgerOffsets } from './ledger-position.js';
import { nextEndedSql } from './tail.sql.js';

const clocksDifferByMs = 86_400_000;

interface Probe {
  readonly partition: number;
  /** First ended execution of the workspace at the offset asked about or later. */
  readonly ledger_offset: number;
  readonly ended_at: Date;
}

interface Bounds {
  /** Everything of the workspace below ended too early. */
  low: number;
  /** At and above, somebody ended late enough, or nothing is there. */
  high: number;
}

/**
 * @param projected ends of the partitions
 * @returns an offset for each partition, of which nothing before it ended at `endedSince` or later
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
