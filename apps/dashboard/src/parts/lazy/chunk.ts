/**
 * Code that is loaded when it is needed. A load that failed may be tried again, so an outage of the
 * service never leaves the app. All chunks of a page that is shown are known here, for preloading.
 */
type ChunkState<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed' };

export interface Chunk<T> {
  state(): ChunkState<T>;
  /** Never rejects. */
  load(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const known: Chunk<unknown>[] = [];

/** Grows while chunks are loaded: each may bring chunks of its own. */
export const knownChunks = (): readonly Chunk<unknown>[] => known;

export function chunkOf<T>(read: () => Promise<T>): Chunk<T> {
  let state: ChunkState<T> = { kind: 'missing' };
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: ChunkState<T>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const chunk: Chunk<T> = {
    state: () => state,
    load: () => {
      if (state.kind === 'loaded') return Promise.resolve();
      if (loading === null) {
        set({ kind: 'loading' });
        loading = read()
          .then(
            (value) => set({ kind: 'loaded', value }),
            () => set({ kind: 'failed' }),
          )
          .finally(() => (loading = null));
      }
      return loading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  known.push(chunk);
  return chunk;
}
