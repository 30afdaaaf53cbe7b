/** The execution whose outcomes the editor shows: a trial under way, or an earlier run. */
import { createContext, useContext } from 'react';
import type { SpanError } from '../../../core/execution/execution-event.js';

export interface BlockRun {
  readonly spanId: string;
  /** As `core/status` knows them. */
  readonly status: string;
  readonly startedAtMs: number;
  readonly durationMs: number | null;
  readonly error: SpanError | null;
  readonly tries: number;
}

/** The same object as long as nothing in it changed. */
export interface ShownRun {
  readonly executionId: string;
  readonly isDraft: boolean;
  readonly startedAtMs: number;
  readonly isLive: boolean;
  /** Of its last try and iteration. Null: the run did not come to it. */
  readonly blockOf: (blockId: string) => BlockRun | null;
}

export const ShownRunContext = createContext<ShownRun | null>(null);

export const useShownRun = (): ShownRun | null => useContext(ShownRunContext);
