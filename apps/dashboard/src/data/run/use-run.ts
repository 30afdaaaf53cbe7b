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
