/** Whether the window is as narrow as a phone. The outside system is the window. */
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 720px)');

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
