/** What pages and the worker tell each other; `executionId` says which execution is meant. */
import type { ExecutionEvent } from '../../core/execution/execution-event.js';
import type { TraceHead } from '../../core/execution/trace-events.js';

interface OfExecution {
  readonly executionId: string;
}

export type ToRunWorker = OfExecution &
  (
    | { readonly kind: 'read'; readonly bytes: ArrayBuffer }
    /** `after`: position of the last event that is known. */
    | { readonly kind: 'follow'; readonly workspaceId: string; readonly after: number }
    | { readonly kind: 'rest' }
  );

export type FromRunWorker = OfExecution &
  (
    | { readonly kind: 'events'; readonly events: readonly ExecutionEvent[] }
    /** All events of the trace were sent. */
    | { readonly kind: 'trace'; readonly head: TraceHead }
    | { readonly kind: 'position'; readonly after: number }
    | { readonly kind: 'ended' }
  );
