import { useSyncExternalStore } from 'react';
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
