/** The execution as the parts of the page read it, made once a version of its ledger. */
import type { ExecutionLedger } from '../../core/execution/execution-ledger.js';
import { type ExecutionTree, executionTree } from '../../core/execution/execution-tree.js';
import {
  type Outline,
  notReached,
  type OutlineBlock,
  outlineOf,
} from '../../core/execution/outline.js';
import { remembered } from '../../core/execution/remembered.js';
import { executionStatus } from '../../core/execution/span-status.js';
import { type EarlierRun, type TakenOver, takenOver } from '../../core/execution/taken-over.js';
import type { TraceHead } from '../../core/execution/trace-events.js';
import { type Verdict, verdictOf } from '../../core/execution/verdict.js';
import type { ExecutionStatus } from '../../core/status/status.js';

export interface ShownExecution {
  readonly workspaceId: string;
  readonly head: TraceHead;
  readonly ledger: ExecutionLedger;
  readonly outline: Outline;
  readonly tree: ExecutionTree;
  readonly status: ExecutionStatus;
  readonly verdict: Verdict;
  /** Blocks that would have run next. */
  readonly unreached: readonly OutlineBlock[];
  /** Blocks that did not run because their results were there. */
  readonly taken: TakenOver;
}

const outlineOfHead = remembered((head: TraceHead, _: null) => outlineOf(head.definition));
const treeOf = remembered(executionTree);
const verdictIn = remembered(verdictOf);

const unreachedIn = remembered((ledger: ExecutionLedger, outline: Outline): OutlineBlock[] => {
  if (ledger.end?.status === 'success') return [];
  const stopped = [...ledger.spans.values()]
    .filter(({ iteration, endMs, error }) => iteration === '' && (endMs === null || error !== null))
    .map(({ blockId }) => blockId);
  return notReached(outline, stopped, (blockId) => ledger.spans.has(blockId));
});

interface TakenFrom {
  readonly head: TraceHead;
  readonly earlier: EarlierRun | null;
}

const takenFromIn = remembered((head: TraceHead, earlier: EarlierRun | null): TakenFrom => ({
  head,
  earlier,
}));
const takenIn = remembered((ledger: ExecutionLedger, { head, earlier }: TakenFrom) =>
  takenOver(head, ledger, outlineOfHead(head, null), earlier),
);

/** @param earlier the run that it repeats */
export function shownExecution(
  workspaceId: string,
  head: TraceHead,
  ledger: ExecutionLedger,
  earlier: EarlierRun | null,
): ShownExecution {
  const outline = outlineOfHead(head, null);
  return {
    ...{ workspaceId, head, ledger, outline },
    tree: treeOf(ledger, outline),
    status: executionStatus(ledger),
    verdict: verdictIn(ledger, outline),
    unreached: unreachedIn(ledger, outline),
    taken: takenIn(ledger, takenFromIn(head, earlier)),
  };
}

/** The row that is shown where none was chosen: where it failed, waits or is. */
export function firstChoice({ verdict, outline }: ShownExecution): string {
  const place = 'place' in verdict ? verdict.place : null;
  return place?.spanId ?? outline.trigger?.id ?? '';
}
