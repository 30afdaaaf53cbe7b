import { type RefObject, useRef } from 'react';
import { useStores } from '../canvas-context.js';

interface TreeFocus {
  readonly element: RefObject<HTMLDivElement | null>;
  /** After a press with the pointer: the keyboard goes on from there, and the view stays. */
  readonly follow: () => void;
  /** @param whenByKeyboard brings into view what the keyboard is at */
  readonly onFocus: (whenByKeyboard: () => void) => void;
}

export function useTreeFocus(): TreeFocus {
  const { picks } = useStores();
  const element = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(false);
  return {
    element,
    follow: () => {
      const tree = element.current;
      if (tree === null) return;
      isFollowing.current = true;
      picks.set({ pointed: null });
      // Browsers take a focus from a script for one by the keyboard, and would draw the ring.
      tree.dataset['byPointer'] = '';
      tree.focus({ preventScroll: true });
      isFollowing.current = false;
    },
    onFocus: (whenByKeyboard) => {
      if (isFollowing.current) return;
      delete element.current?.dataset['byPointer'];
      whenByKeyboard();
    },
  };
}
