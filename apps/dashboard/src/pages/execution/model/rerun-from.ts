/** Where a rerun of a failed execution begins: the block at top level in which it failed. */
import type { ExecutionLedger } from '../../../core/execution/execution-ledger.js';
import type { Outline } from '../../../core/execution/outline.js';
import { containersAround, type Verdict } from '../../../core/execution/verdict.js';

export interface RerunStart {
  readonly blockId: string;
  readonly name: string;
}

/** @returns null where it can only begin at its start */
export function rerunStart(
  verdict: Verdict,
  ledger: ExecutionLedger,
  outline: Outline,
): RerunStart | null {
  if (verdict.kind !== 'error' && verdict.kind !== 'cancelled') return null;
  const spanId = verdict.place?.spanId;
  if (spanId === undefined) return null;
  const colon = spanId.indexOf(':');
  const iteration = colon < 0 ? '' : spanId.slice(colon + 1);
  const blockId = containersAround(iteration).at(-1) ?? spanId;
  const name = outline.blocks.get(blockId)?.name ?? ledger.spans.get(blockId)?.name;
  return name === undefined ? null : { blockId, name };
}
