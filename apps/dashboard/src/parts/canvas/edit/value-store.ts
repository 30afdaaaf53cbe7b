import { useSyncExternalStore } from 'react';

/** One value that many blocks look at: each is drawn again when its own part of it changed. */
export interface ValueStore<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createValueStore<T>(first: T): ValueStore<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param read gives equal values for what did not change */
export const useValue = <T, Part>(store: ValueStore<T>, read: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => read(store.get()));
