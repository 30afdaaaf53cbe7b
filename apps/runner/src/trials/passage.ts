/** Whether an execution may compute now: always, unless a suspect is on trial in this process. */
export interface Passage {
  readonly isOpen: boolean;
  /** Resolves when it may compute or has been abandoned. */
  opened(): Promise<void>;
  /** It computes nothing for now: it ended, parked, or waits for something outside. */
  rest(): void;
  /** Why it must end without running; null: it may run. */
  readonly quarantine: string | null;
}

export const openPassage: Passage = {
  isOpen: true,
  opened: () => Promise.resolve(),
  rest: () => undefined,
  quarantine: null,
};

export async function untilOpen(passage: Passage): Promise<void> {
  while (!passage.isOpen) await passage.opened();
}

/** Awaits an outside result and withholds it until the execution may compute again. */
export async function awaitOutside<T>(passage: Passage, result: Promise<T>): Promise<T> {
  passage.rest();
  try {
    return await result;
  } finally {
    await untilOpen(passage);
  }
}
