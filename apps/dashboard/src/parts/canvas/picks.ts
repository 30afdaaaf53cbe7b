/**
 * Which block is selected and which one the keyboard points at. Outside of React, so that a move
 * draws two blocks and not all of them.
 */
interface Picks {
  readonly selected: string | null;
  /** While the canvas has the keyboard's focus. */
  readonly pointed: string | null;
}

export interface PickStore {
  get(): Picks;
  set(picks: Partial<Picks>): void;
  subscribe(listener: () => void): () => void;
}

export function createPickStore(): PickStore {
  let picks: Picks = { selected: null, pointed: null };
  const listeners = new Set<() => void>();
  return {
    get: () => picks,
    set: (changes) => {
      const next = { ...picks, ...changes };
      if (next.selected === picks.selected && next.pointed === picks.pointed) return;
      picks = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
