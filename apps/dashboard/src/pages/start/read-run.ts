/** A run as the parts of this page read it, made once a version of its ledger. */
import type { ExecutionLedger } from '../../core/execution/execution-ledger.js';
import { type ExecutionTree, executionTree } from '../../core/execution/execution-tree.js';
import { type Outline, outlineOf } from '../../core/execution/outline.js';
import { remembered } from '../../core/execution/remembered.js';
import type { TraceHead } from '../../core/execution/trace-events.js';
import type { RunState } from '../../data/run/run.js';
import { type LedgerLine, ledgerLines } from './model/ledger-lines.js';
import type { DemoDelivery } from './use-demo.js';

export interface ReadRun {
  readonly head: TraceHead;
  readonly ledger: ExecutionLedger;
  readonly outline: Outline;
  readonly tree: ExecutionTree;
  readonly lines: readonly LedgerLine[];
}

const outlineIn = remembered((head: TraceHead, _: null) => outlineOf(head.definition));
const treeIn = remembered((ledger: ExecutionLedger, outline: Outline) =>
  executionTree(ledger, outline),
);

/** Null until the trace was read. */
export function readRun(run: RunState | null, delivery: DemoDelivery | null): ReadRun | null {
  if (run?.kind !== 'ready') return null;
  const { head, ledger } = run;
  const outline = outlineIn(head, null);
  const lines = ledgerLines(ledger, head, delivery);
  return { head, ledger, outline, tree: treeIn(ledger, outline), lines };
}
