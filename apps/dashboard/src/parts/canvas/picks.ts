/**
 * Which block is selected and which one the keyboard points at. Outside of React, so that a move
 * draws two blocks and not all of them.
 */
interface Picks {
  readonly selected: string | null;
  /** With it, while several blocks are edited. */
  readonly group: ReadonlySet<string>;
  /** While the canvas has the keyboard's focus. */
  readonly pointed: string | null;
  /** What was selected or pointed at last: the keyboard comes back to it. */
  readonly latest: string | null;
}

export interface PickStore {
  get(): Picks;
  set(picks: Partial<Omit<Picks, 'latest'>>): void;
  subscribe(listener: () => void): () => void;
}

export function createPickStore(): PickStore {
  let picks: Picks = { selected: null, group: new Set(), pointed: null, latest: null };
  const listeners = new Set<() => void>();
  return {
    get: () => picks,
    set: (changes) => {
      const latest = changes.pointed ?? changes.selected ?? picks.latest;
      const next = { ...picks, ...changes, latest };
      const keys = ['selected', 'group', 'pointed'] as const;
      if (keys.every((key) => next[key] === picks[key])) return;
      picks = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
