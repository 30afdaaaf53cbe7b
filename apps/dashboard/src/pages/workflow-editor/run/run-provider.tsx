/** Around the editor: its runs, which of them is shown, and the outcomes on the canvas. */
import { type ReactNode, useState } from 'react';
import { useEarlierRun, useRunIfAny } from '../../../data/run/use-run.js';
import { failureOf } from '../../../data/failure.js';
import type { RunState } from '../../../data/run/run.js';
import { createStatusStore } from '../../../parts/canvas/status-store.js';
import { useEditorOf } from '../store/editor-context.js';
import { useEditorSearch, useShownView } from '../use-editor-search.js';
import { RunDrawerHere } from './run-drawer-here.js';
import { RunsContext, type Runs, RunStatusContext } from './runs-context.js';
import { shownDetails } from './shown-details.js';
import { ShownRunContext } from './shown-run.js';
import { useFeedStatuses } from './use-feed-statuses.js';
import { useRunActionsHere } from './use-run-actions.js';
import { useRunRows } from './use-run-rows.js';
import { useStart } from './use-start.js';

export function RunProvider({ children }: { children: ReactNode }) {
  const { workspaceId, workflowId } = useEditorOf();
  const [statusOf] = useState(createStatusStore);
  const rows = useRunRows(workspaceId, workflowId);
  const { isHidden, ...chosen } = useChosen(rows);
  const { chosenId, choose, lastId } = chosen;
  const state = useRunIfAny(workspaceId, chosenId ?? lastId);
  const trouble = chosenId === null ? null : troubleOf(state, workflowId);
  const shown =
    state?.kind === 'ready' && state.head.workflow.id === workflowId
      ? shownDetails(state.head, state.ledger)
      : null;
  const { start, isStarting, inputFor, askInput } = useStart(rows ?? [], choose);
  const view = useShownView();
  const isWhole = !isHidden || view === 'outline';
  // An outline has room for it always.
  const isOnCanvas = chosenId !== null || (!isHidden && view === 'canvas' && lastId !== null);
  const earlier = useEarlierRun(workspaceId, isWhole ? (shown?.head ?? null) : null);
  useFeedStatuses(statusOf, shown, isWhole, earlier);
  const runs: Runs = {
    ...{ rows, shown, trouble, ...chosen, isStarting },
    ...{ isOnCanvas, start, inputFor, askInput },
  };
  return (
    <RunStatusContext value={statusOf}>
      <ShownRunContext value={shown?.run ?? null}>
        <RunsContext value={runs}>
          <RunKeys />
          {children}
          {inputFor !== null && <RunDrawerHere trial={inputFor} />}
        </RunsContext>
      </ShownRunContext>
    </RunStatusContext>
  );
}

function RunKeys() {
  useRunActionsHere();
  return null;
}

function useChosen(rows: Runs['rows']) {
  const { search, change } = useEditorSearch();
  const [lastId, setLast] = useState<string | null>(null);
  const [isHidden, setHidden] = useState(false);
  const newest = rows?.find(({ endedAt }) => endedAt !== null)?.executionId ?? null;
  // It is the one that was last when the editor opened: what is read here does not move.
  if (lastId === null && newest !== null) setLast(newest);
  const choose = (run: string | null): void => {
    if (run === null && search.run !== null) setLast(search.run);
    setHidden(run === null);
    change({ run });
  };
  const showNewest = newest === lastId ? null : () => setLast(newest);
  return {
    chosenId: search.run,
    lastId,
    isHidden: isHidden && search.run === null,
    choose,
    showNewest,
  };
}

function troubleOf(state: RunState | null, workflowId: string): Runs['trouble'] {
  switch (state?.kind) {
    case undefined:
    case 'loading':
      return 'loading';
    case 'failed':
      return failureOf(state.error).kind === 'missing' ? 'missing' : 'failed';
    case 'ready':
      return state.head.workflow.id === workflowId ? null : 'foreign';
  }
}
