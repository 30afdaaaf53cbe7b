/**
 * Blocks that did not run because the run took over their results: of the run that it repeats, or
 * pinned ones. The ledger names them in its first event only, so they are told from both runs here,
 * by the rule of apps/api/src/executions/carried-results.ts.
 */
import type { BlockState } from './block-state.js';
import type { ExecutionLedger, Span } from './execution-ledger.js';
import type { Outline } from './outline.js';
import { isContainer } from './span-status.js';
import type { TraceHead } from './trace-events.js';

/** The state of each; null: its output was given, and no earlier run is known to have it. */
export type TakenOver = ReadonlyMap<string, BlockState | null>;

export const nothingTakenOver: TakenOver = new Map();

type Head = Pick<TraceHead, 'draft' | 'rerunOf'>;

export interface EarlierRun {
  readonly head: Head;
  readonly ledger: ExecutionLedger;
}

/** @param earlier the run that this one repeats; null: it is not read, or is kept no longer */
export function takenOver(
  head: Head,
  ledger: ExecutionLedger,
  outline: Outline,
  earlier: EarlierRun | null,
): TakenOver {
  if (!head.draft && head.rerunOf === null) return nothingTakenOver;
  const ran = new Set([...ledger.spans.values()].map(({ blockId }) => blockId));
  const isNeeded = connected(outline, ran, 'before');
  const runsAgain = connected(outline, ran, 'behind');
  const spans = spansByBlock(earlier);
  const found = new Map<string, BlockState | null>();
  for (const { id, blockType } of outline.blocks.values()) {
    const isOther = ran.has(id) || runsAgain.has(id) || id === outline.trigger?.id;
    // Until the end, others may still run.
    if (isOther || blockType === 'note' || !(isNeeded.has(id) || (ran.size > 0 && ledger.end)))
      continue;
    const known = spans.get(id);
    if (known !== undefined) {
      if (hasResult(known)) found.set(id, { status: 'reused', ports: portsOf(known) });
    } else if (isNeeded.has(id) && head.rerunOf === null) found.set(id, null);
    // What the earlier run took over itself is in none of its spans.
    else if (isNeeded.has(id) && earlier?.head.rerunOf !== null)
      found.set(id, { status: 'reused' });
  }
  return found;
}

function connected(
  { edges }: Outline,
  ran: ReadonlySet<string>,
  direction: 'before' | 'behind',
): ReadonlySet<string> {
  const isBefore = direction === 'before';
  const next = Map.groupBy(edges, ({ from, to }) => (isBefore ? to : from));
  const found = new Set<string>();
  const open = [...ran];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const { from, to } of next.get(id) ?? []) {
      const other = isBefore ? from : to;
      if (found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  return found;
}

const spansByBlock = (earlier: EarlierRun | null): ReadonlyMap<string, readonly Span[]> =>
  Map.groupBy(earlier?.ledger.spans.values() ?? [], ({ blockId }) => blockId);

/** In a body, the result is that of the container around it. */
const hasResult = (spans: readonly Span[]): boolean =>
  spans.every(({ iteration, endMs, error }) => endMs !== null && (iteration !== '' || !error));

function portsOf(spans: readonly Span[]): readonly string[] {
  const ports = [...new Set(spans.flatMap((span) => span.ports))];
  return spans.some(isContainer) ? [...ports, 'each'] : ports;
}
