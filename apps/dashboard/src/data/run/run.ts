/**
 * One execution under an open page: its stored trace, then its stream while the page is visible.
 * Both change the ledger through `applyEvents` only. Plain data; `useRun` makes it React's.
 */
import { ApiRefusal } from '@libs/client';
import {
  applyEvents,
  emptyLedger,
  type ExecutionLedger,
} from '../../core/execution/execution-ledger.js';
import type { TraceHead } from '../../core/execution/trace-events.js';
import { answered } from '../ask.js';
import type { FromRunWorker, ToRunWorker } from './run-messages.js';

export type RunState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | {
      readonly kind: 'ready';
      readonly head: TraceHead;
      readonly ledger: ExecutionLedger;
      /** What to add to this machine's clock for the server's. */
      readonly clockMs: number;
    };

export interface Run {
  state(): RunState;
  subscribe(listener: () => void): () => void;
  /** Reads the trace again: the stream has gaps, or the head has new facts. */
  refresh(): void;
}

async function bytesOf(workspaceId: string, executionId: string): Promise<ArrayBuffer> {
  const response = await answered(`/api/v1/executions/${encodeURIComponent(executionId)}/trace`, {
    headers: { 'x-workspace-id': workspaceId },
    credentials: 'same-origin',
  });
  if (response.ok) return await response.arrayBuffer();
  const body = (await response.json().catch(() => null)) as ApiRefusal['body'] | null;
  const requestId = response.headers.get('x-request-id') ?? '';
  throw new ApiRefusal(
    response.status,
    body ?? { error: response.statusText, code: 'INTERNAL', requestId },
    Number(response.headers.get('retry-after')) || null,
  );
}

/** One worker for all: starting one takes longer than parsing most traces. */
let worker: Worker | null = null;

function workerOfRuns(): Worker {
  if (worker !== null) return worker;
  worker = new Worker(new URL('./run.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<FromRunWorker>) =>
    open.get(data.executionId)?.hear(data);
  return worker;
}

/** Clocks that differ by less look right. */
const clockToleranceMs = 1_500;

class FollowedRun implements Run {
  #state: RunState = { kind: 'loading' };
  #ledger = emptyLedger;
  #position = 0;
  #isFollowing = false;
  #receivedAtMs = 0;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly workspaceId: string,
    private readonly executionId: string,
  ) {
    document.addEventListener('visibilitychange', this.#followWhileVisible);
    this.refresh();
  }

  readonly state = (): RunState => this.#state;

  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#followWhileVisible();
    return () => {
      this.#listeners.delete(listener);
      this.#followWhileVisible();
    };
  };

  readonly refresh = (): void => {
    if (this.#state.kind === 'failed') this.#set({ kind: 'loading' });
    bytesOf(this.workspaceId, this.executionId).then(
      (bytes) => {
        this.#receivedAtMs = Date.now();
        this.#tell({ kind: 'read', executionId: this.executionId, bytes }, [bytes]);
      },
      (error: unknown) => {
        if (this.#state.kind === 'loading') this.#set({ kind: 'failed', error });
      },
    );
  };

  close(): void {
    document.removeEventListener('visibilitychange', this.#followWhileVisible);
    this.#tell({ kind: 'rest', executionId: this.executionId });
  }

  hear(message: FromRunWorker): void {
    switch (message.kind) {
      case 'events':
        this.#ledger = applyEvents(this.#ledger, message.events);
        if (this.#state.kind === 'ready') this.#set({ ...this.#state, ledger: this.#ledger });
        return;
      case 'trace':
        this.#read(message.head);
        return;
      case 'position':
        this.#position = message.after;
        return;
      case 'ended':
        this.#isFollowing = false;
        // Cost and tokens are facts of the head.
        if (this.#ledger.end !== null) this.#refreshUntilEnded(refreshes);
    }
  }

  #read(head: TraceHead): void {
    this.#position = Math.max(this.#position, head.lastEventId);
    const skewMs = Date.parse(head.readAt) - this.#receivedAtMs;
    const clockMs = Math.abs(skewMs) < clockToleranceMs ? 0 : skewMs;
    this.#set({ kind: 'ready', head: this.#withKnown(head), ledger: this.#ledger, clockMs });
    this.#followWhileVisible();
  }

  /** A version never changes: the same object is not laid out anew. */
  #withKnown(head: TraceHead): TraceHead {
    if (this.#state.kind !== 'ready') return head;
    const { definition, layout } = this.#state.head;
    return { ...head, definition, layout };
  }

  /** The stream may be ahead of the read model. */
  #refreshUntilEnded(left: number): void {
    const isEnded = this.#state.kind === 'ready' && this.#state.head.endedAt !== null;
    if (isEnded || left === 0) return;
    this.refresh();
    setTimeout(() => this.#refreshUntilEnded(left - 1), refreshAfterMs);
  }

  readonly #followWhileVisible = (): void => {
    const { workspaceId, executionId } = this;
    const isWanted =
      this.isShown &&
      document.visibilityState === 'visible' &&
      this.#state.kind === 'ready' &&
      this.#ledger.end === null;
    if (isWanted === this.#isFollowing) return;
    this.#isFollowing = isWanted;
    if (isWanted) this.#tell({ kind: 'follow', workspaceId, executionId, after: this.#position });
    else this.#tell({ kind: 'rest', executionId });
  };

  #tell(order: ToRunWorker, transfer: Transferable[] = []): void {
    workerOfRuns().postMessage(order, transfer);
  }

  #set(state: RunState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const refreshes = 4;
const refreshAfterMs = 700;

const open = new Map<string, FollowedRun>();
/** Not shown, but read ahead or just left: enough to go back and forth. */
const mostIdle = 8;

/** The same run for every caller. Nothing is followed while nobody shows it. */
export function openRun(workspaceId: string, executionId: string): Run {
  const known = open.get(executionId);
  if (known !== undefined) return known;
  const run = new FollowedRun(workspaceId, executionId);
  open.set(executionId, run);
  const idle = [...open].filter(([, one]) => !one.isShown && one !== run);
  for (const [id, old] of idle.slice(0, Math.max(0, idle.length - mostIdle))) {
    open.delete(id);
    old.close();
  }
  return run;
}
