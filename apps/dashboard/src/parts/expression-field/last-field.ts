/** The field that had the focus last: a reference from elsewhere goes into it. */
export interface FieldHandle {
  readonly label: string;
  /** At the caret, or over what is selected. It takes the focus. */
  insert(reference: string): void;
}

let last: FieldHandle | null = null;
const listeners = new Set<() => void>();

function setLast(handle: FieldHandle | null): void {
  if (handle === last) return;
  last = handle;
  for (const listener of listeners) listener();
}

export const lastField = {
  get: (): FieldHandle | null => last,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  focused: (handle: FieldHandle): void => setLast(handle),
  /** It is no longer shown. */
  gone: (handle: FieldHandle): void => {
    if (last === handle) setLast(null);
  },
};

/** @returns whether a field took it */
export function insertReference(reference: string): boolean {
  last?.insert(reference);
  return last !== null;
}
