/** On a phone, Back closes the open sheet. The outside system is the browser's history. */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * The sheet gets an entry of its own, so that Back stays on the page, also where the page was the
 * first one of the tab. Another way to close the sheet takes the entry back.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  // The router's type is open: it is not registered.
  const history = useRouter().history as RouterHistory;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    history.push(history.location.href);
    const entry = history.location.state.__TSR_index;
    let isLeft = false;
    const stop = history.subscribe(({ action }) => {
      if (action.type !== 'BACK') return;
      isLeft = true;
      close();
    });
    return () => {
      stop();
      if (!isLeft && history.location.state.__TSR_index === entry) history.back();
    };
  }, [isOpen, history]);
}
