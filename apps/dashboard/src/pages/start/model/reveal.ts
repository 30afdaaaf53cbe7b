/**
 * Which blocks are lit after so many events of the ledger. A run of some milliseconds is over when
 * the page hears of it, so the page shows its events one after the other. Pure.
 */
import type { BlockState } from '../../../core/execution/block-state.js';
import type { LedgerLine } from './ledger-lines.js';

/** A block before its event: the next one runs, the others have not begun. */
const running: BlockState = { status: 'running' };

export function litBlocks(
  states: ReadonlyMap<string, BlockState>,
  lines: readonly LedgerLine[],
  shown: number,
): ReadonlyMap<string, BlockState> {
  if (shown >= lines.length) return states;
  const order = lines.flatMap(({ blockId }, index) =>
    blockId === null ? [] : [{ blockId, index }],
  );
  const next = order.find(({ index }) => index >= shown)?.blockId;
  const later = new Set(order.filter(({ index }) => index >= shown).map(({ blockId }) => blockId));
  const lit = new Map<string, BlockState>();
  for (const [id, state] of states)
    if (id === next) lit.set(id, running);
    else if (!later.has(id) && state.status !== 'skipped') lit.set(id, state);
  return lit;
}
