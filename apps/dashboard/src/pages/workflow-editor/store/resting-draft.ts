/**
 * The draft as a picture of it needs it: at once after each edit, but while keys are typed into one
 * field only when the typing rests. To draw the canvas anew takes longer than all else of a key.
 */
import type { EditorState } from './editor-state.js';
import type { EditorStore } from './editor-store.js';

export type Draft = Pick<EditorState, 'log' | 'positions'>;

export interface RestingDraft {
  readonly get: () => Draft;
  readonly subscribe: (changed: () => void) => () => void;
}

const restMs = 300;

/** The undo takes both for one step. */
const continues = ({ log, positions }: Draft, before: Draft): boolean =>
  log.isOpen &&
  before.log.isOpen &&
  log.done.length === before.log.done.length &&
  log.done.at(-1)?.command.kind === 'setField' &&
  positions === before.positions;

export function restingDraft(store: EditorStore): RestingDraft {
  let shown: Draft = store.getState();
  return {
    get: () => shown,
    subscribe: (changed) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (): void => {
        clearTimeout(timer);
        shown = store.getState();
        changed();
      };
      const unwatch = store.subscribe((state, before) => {
        const { log, positions } = before;
        if (state.log.document === log.document && state.positions === positions) return;
        clearTimeout(timer);
        if (continues(state, before)) timer = setTimeout(show, restMs);
        else show();
      });
      shown = store.getState();
      return () => {
        clearTimeout(timer);
        unwatch();
      };
    },
  };
}
