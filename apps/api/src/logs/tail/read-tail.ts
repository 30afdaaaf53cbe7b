/** Reads one page of the tail and the position after it. */
import type { Database } from '@libs/persistence';
import type { ProjectedLedger } from '@libs/platform';
import type { LedgerPosition } from './ledger-position.js';
import type { TailParameters } from '../query/log-parameters.js';
import type { LogSearch } from '../query/log-search.js';
import type { FullLogRow } from '../list/log-view.js';
import type { WalkedRow } from '../query/log-walk.js';
import { tailLogsQuery, type LedgerRange } from './tail.sql.js';

interface TailRow extends FullLogRow, WalkedRow {
  readonly ledger_partition: number;
  readonly ledger_offset: number;
}

export interface TailRows {
  readonly rows: readonly TailRow[];
  readonly next: LedgerPosition;
  /** True when rows remain unread. */
  readonly more: boolean;
}

/** @param walkedRows row limit when filters require a walk */
export async function readTail(
  pool: Pick<Database['pool'], 'query'>,
  parameters: TailParameters,
  { from, ledger }: { readonly from: LedgerPosition; readonly ledger: ProjectedLedger },
  search: LogSearch | null,
  walkedRows?: number,
): Promise<TailRows> {
  const ranges = rangesBetween(from, ledger);
  const next = { ...from, clusterId: ledger.clusterId };
  if (ranges.length === 0) return { rows: [], next, more: false };
  const { text, values } = tailLogsQuery(parameters, from.endedSince, ranges, search, walkedRows);
  const { rows } = await pool.query<TailRow>(text, [...values]);
  const full = rows.length >= parameters.limit;
  const stops = rows.filter((row) => full || row.is_walk_end);
  const offsets = new Map(from.offsets);
  // A full page may leave rows in any partition. A shorter page took all rows, up to the
  // point where a walk stopped.
  if (!full) for (const { partition, untilOffset } of ranges) offsets.set(partition, untilOffset);
  for (const row of stops) offsets.set(row.ledger_partition, row.ledger_offset + 1);
  return {
    rows: rows.filter((row) => row.is_match),
    next: { ...next, offsets },
    more: stops.length > 0,
  };
}

/**
 * Partitions with new records. A position may be ahead of a read model that was rebuilt or lost
 * data in a crash; then there are none.
 */
function rangesBetween(position: LedgerPosition, { offsets }: ProjectedLedger): LedgerRange[] {
  return [...offsets]
    .map(([partition, untilOffset]) => ({
      partition,
      fromOffset: position.offsets.get(partition) ?? 0,
      untilOffset,
    }))
    .filter(({ fromOffset, untilOffset }) => fromOffset < untilOffset);
}
