/** What the parts of the editor know of runs, and what they do with them. */
import { createContext, useContext } from 'react';
import type { Execution } from '../../../data/executions.queries.js';
import { createStatusStore, type StatusStore } from '../../../parts/canvas/status-store.js';
import type { ShownDetails } from './shown-details.js';
import type { Trial } from './trial.js';

export interface Runs {
  /** Newest first; null: not read yet. */
  readonly rows: readonly Execution[] | null;
  /** Null: there is none, or it is not read yet. */
  readonly shown: ShownDetails | null;
  /** Of the run in the address; null: none was chosen, or it is shown. */
  readonly trouble: 'loading' | 'missing' | 'foreign' | 'failed' | null;
  /** By its address, or because it was started here. */
  readonly chosenId: string | null;
  /** Without a choice it is that of the last run, until a person hides it. */
  readonly isOnCanvas: boolean;
  /** The run whose outcomes are shown while none is chosen. */
  readonly lastId: string | null;
  /** Shows the newest run that ended in place of the last one; null: it is that one. */
  readonly showNewest: (() => void) | null;
  readonly isStarting: boolean;
  /** Null: none is shown any more. */
  readonly choose: (executionId: string | null) => void;
  readonly start: (trial: Trial) => void;
  /** The drawer in which the input of a run is typed; null: it is closed. */
  readonly inputFor: Trial | null;
  readonly askInput: (trial: Trial | null) => void;
}

export const RunsContext = createContext<Runs | null>(null);

export function useRuns(): Runs {
  const runs = useContext(RunsContext);
  if (runs === null) throw new Error('there are no runs around this part');
  return runs;
}

/** Outcomes by block. It is the same store as long as the editor is open. */
export const RunStatusContext = createContext<StatusStore>(createStatusStore());

export const useRunStatuses = (): StatusStore => useContext(RunStatusContext);
