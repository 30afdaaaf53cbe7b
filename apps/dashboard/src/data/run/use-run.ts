import { useSyncExternalStore } from 'react';
import type { EarlierRun } from '../../core/execution/taken-over.js';
import type { TraceHead } from '../../core/execution/trace-events.js';
import { openRun, type Run, type RunState } from './run.js';

export interface OpenRun {
  readonly run: Run;
  readonly state: RunState;
}

/** The outside system is the run: its trace, and its stream while anybody shows it. */
export function useRun(workspaceId: string, executionId: string): OpenRun {
  const run = openRun(workspaceId, executionId);
  const state = useSyncExternalStore(run.subscribe, run.state);
  return { run, state };
}

const nothing = (): (() => void) => () => undefined;
const noState = (): RunState | null => null;

/** The same where there may be no run yet. */
export function useRunIfAny(workspaceId: string, executionId: string | null): RunState | null {
  const run = executionId === null ? null : openRun(workspaceId, executionId);
  return useSyncExternalStore(run?.subscribe ?? nothing, run?.state ?? noState);
}

/** The run that this one repeats. Null: there is none, or it is not read yet, or kept no longer. */
export function useEarlierRun(workspaceId: string, head: TraceHead | null): EarlierRun | null {
  const state = useRunIfAny(workspaceId, head?.rerunOf ?? null);
  return state?.kind === 'ready' ? state : null;
}
