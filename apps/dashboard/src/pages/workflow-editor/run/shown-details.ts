/** The run that the editor shows, as its parts read it, made once a version of its ledger. */
import { type ExecutionLedger, type Span } from '../../../core/execution/execution-ledger.js';
import { type ExecutionTree, executionTree } from '../../../core/execution/execution-tree.js';
import { type Outline, outlineOf } from '../../../core/execution/outline.js';
import { remembered } from '../../../core/execution/remembered.js';
import { lastSpans } from '../../../core/execution/run-statuses.js';
import { spanStatus } from '../../../core/execution/span-status.js';
import type { TraceHead } from '../../../core/execution/trace-events.js';
import { type Verdict, verdictOf } from '../../../core/execution/verdict.js';
import type { BlockRun, ShownRun } from './shown-run.js';

export interface ShownDetails {
  readonly run: ShownRun;
  readonly head: TraceHead;
  readonly ledger: ExecutionLedger;
  readonly outline: Outline;
  readonly tree: ExecutionTree;
  readonly verdict: Verdict;
}

const blockRunOf = (span: Span, hasEnded: boolean): BlockRun => ({
  spanId: span.id,
  status: spanStatus(span, hasEnded),
  startedAtMs: span.startMs,
  durationMs: span.endMs === null ? null : span.endMs - span.startMs,
  error: span.error,
  tries: span.attemptCount,
});

const outlineIn = remembered((head: TraceHead, _: null) => outlineOf(head.definition));
const detailsIn = remembered((ledger: ExecutionLedger, head: TraceHead): ShownDetails => {
  const outline = outlineIn(head, null);
  const tree = executionTree(ledger, outline);
  const last = lastSpans(ledger);
  const runs = new Map<string, BlockRun>();
  const blockOf = (blockId: string): BlockRun | null => {
    const known = runs.get(blockId);
    const span = last.get(blockId);
    if (known !== undefined || span === undefined) return known ?? null;
    const made = blockRunOf(span, ledger.end !== null);
    runs.set(blockId, made);
    return made;
  };
  return {
    ...{ head, ledger, outline, tree, verdict: verdictOf(ledger, outline) },
    run: {
      executionId: head.executionId,
      isDraft: head.draft,
      startedAtMs: Date.parse(head.startedAt),
      isLive: ledger.end === null,
      blockOf,
    },
  };
});

export const shownDetails = (head: TraceHead, ledger: ExecutionLedger): ShownDetails =>
  detailsIn(ledger, head);
