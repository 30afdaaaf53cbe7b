/**
 * Knows the problems of a draft that was not saved here: when it is opened, and when someone else
 * has saved it. What a save says itself is not asked for again.
 */
import type { Problem } from './editor-state.js';
import type { EditorStore } from './editor-store.js';

interface Found {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Only a save knows of a path that another workflow has. */
const takenPath = 'TRIGGER_PATH_TAKEN';

const isSame = (a: Problem, b: Problem): boolean =>
  a.blockId === b.blockId && a.field === b.field && a.message === b.message;

/** @returns stops asking */
export function keepChecked(
  store: EditorStore,
  check: (text: string) => Promise<Found>,
): () => void {
  let isStopped = false;
  const look = async (): Promise<void> => {
    const { base } = store.getState();
    const { problems, warnings } = await check(base);
    const state = store.getState();
    if (isStopped || state.base !== base) return;
    const taken = state.problems.filter(
      (known) => known.code === takenPath && !problems.some((one) => isSame(one, known)),
    );
    store.setState({ problems: [...problems, ...taken], warnings });
  };
  // Without an answer, the next save says it.
  const tryLooking = (): void => void look().catch(() => undefined);
  tryLooking();
  const unwatch = store.subscribe((state, before) => {
    if (state.base !== before.base && state.problems === before.problems) tryLooking();
  });
  return () => {
    isStopped = true;
    unwatch();
  };
}
