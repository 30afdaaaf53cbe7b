import { useEffect, useRef } from 'react';
import type { SpanError } from '../../../core/execution/execution-event.js';
import { type RunStatus, runFigures, runStatuses } from '../../../core/execution/run-statuses.js';
import { type EarlierRun, takenOver } from '../../../core/execution/taken-over.js';
import { reasonOf } from '../../../core/execution/verdict.js';
import { tryText } from '../../../core/format/ordinal.js';
import type { StatusStore } from '../../../parts/canvas/status-store.js';
import { reasonText } from '../../../parts/verdict/sentence.js';
import type { ShownDetails } from './shown-details.js';

const failureText = (error: SpanError, tries: number): string =>
  `${reasonText(reasonOf(error))}${tries > 1 ? `, ${tryText(tries)}` : ''}`;

function statusesOf(
  shown: ShownDetails | null,
  isWhole: boolean,
  earlier: EarlierRun | null,
): ReadonlyMap<string, RunStatus> {
  if (shown === null) return new Map();
  const { ledger, tree, outline, head } = shown;
  if (!isWhole) return runFigures(ledger);
  const taken = takenOver(head, ledger, outline, earlier);
  return runStatuses({ ledger, tree, outline, taken, reasonText: failureText });
}

const isSame = (before: RunStatus | undefined, after: RunStatus): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/**
 * The outside system is the store that each block of the canvas listens to.
 * @param isWhole states too; else figures, and what failed
 * @param earlier the run that the shown one repeats
 */
export function useFeedStatuses(
  statusOf: StatusStore,
  shown: ShownDetails | null,
  isWhole: boolean,
  earlier: EarlierRun | null,
): void {
  const told = useRef<ReadonlyMap<string, RunStatus>>(new Map());
  useEffect(() => {
    const next = statusesOf(shown, isWhole, earlier);
    const gone = [...told.current.keys()].filter((id) => !next.has(id));
    // A block that stands as it stood is not drawn again.
    const changed = [...next].filter(([id, status]) => !isSame(told.current.get(id), status));
    told.current = next;
    statusOf.set([...gone.map((id) => [id, undefined] as const), ...changed]);
  }, [statusOf, shown, isWhole, earlier]);
}
