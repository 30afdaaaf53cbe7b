/**
 * How the blocks of one run stand. Each block on the canvas listens to its own id, so that a change
 * draws this block and its edges, and nothing else. Changes are told once a frame, however many
 * arrive. Guarded by status-store.spec.ts.
 */
import type { Iterations } from '../../core/iterations/iterations.js';

export interface BlockStatus {
  /** As `core/status` knows them. Null: it did not run, but something is known of it. */
  readonly status: string | null;
  /** Instead of what the block calls: "200 in 23 ms", "HTTP 402, third try". */
  readonly detail?: string;
  /** At the right, before the status: "318 ms". */
  readonly figure?: string;
  readonly tries?: number;
  /** Of a container. */
  readonly iterations?: Iterations;
  /** It ended and was left by these: their edges are taken, the others are not. */
  readonly ports?: readonly string[];
}

export interface StatusStore {
  get(blockId: string): BlockStatus | undefined;
  all(): ReadonlyMap<string, BlockStatus>;
  /** A block without a status is forgotten. */
  set(updates: Iterable<readonly [blockId: string, status: BlockStatus | undefined]>): void;
  subscribe(blockId: string, listener: () => void): () => void;
  /** @param listener is told once for all changes of a frame */
  subscribeAll(listener: (changed: ReadonlySet<string>) => void): () => void;
}

type Schedule = (flush: () => void) => void;

const nextFrame: Schedule = (flush) => void requestAnimationFrame(flush);

export function createStatusStore(schedule: Schedule = nextFrame): StatusStore {
  const statuses = new Map<string, BlockStatus>();
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<(changed: ReadonlySet<string>) => void>();
  let waiting = new Map<string, BlockStatus | undefined>();
  const flush = (): void => {
    const changed = waiting;
    waiting = new Map();
    for (const [id, status] of changed)
      if (status === undefined) statuses.delete(id);
      else statuses.set(id, status);
    for (const id of changed.keys()) for (const listener of listeners.get(id) ?? []) listener();
    const ids = new Set(changed.keys());
    for (const listener of listenersToAll) listener(ids);
  };
  return {
    get: (id) => statuses.get(id),
    all: () => statuses,
    set: (updates) => {
      const isIdle = waiting.size === 0;
      for (const [id, status] of updates) waiting.set(id, status);
      if (!isIdle || waiting.size === 0) return;
      // Before a canvas listens, its first picture has them already.
      if (listeners.size === 0 && listenersToAll.size === 0) flush();
      else schedule(flush);
    },
    subscribe: (id, listener) => {
      const own = listeners.get(id) ?? new Set();
      listeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(id) === own) listeners.delete(id);
      };
    },
    subscribeAll: (listener) => {
      listenersToAll.add(listener);
      return () => listenersToAll.delete(listener);
    },
  };
}

export type EdgeState = 'open' | 'taken' | 'untaken';

const ended = new Set(['success', 'error', 'reused']);
const passedBy = new Set(['skipped', 'cancelled']);

/** `open`: not decided yet, or there is no run. */
export function edgeState(
  store: Pick<StatusStore, 'get'>,
  edge: { readonly from: string; readonly to: string; readonly port: string },
): EdgeState {
  const source = store.get(edge.from);
  if (source?.status == null) return 'open';
  if (source.ports !== undefined) return source.ports.includes(edge.port) ? 'taken' : 'untaken';
  if (passedBy.has(source.status)) return 'untaken';
  if (!ended.has(source.status)) return 'open';
  const target = store.get(edge.to)?.status ?? 'skipped';
  const isOwnPort = (edge.port === 'error') === (source.status === 'error');
  return isOwnPort && !passedBy.has(target) ? 'taken' : 'untaken';
}
