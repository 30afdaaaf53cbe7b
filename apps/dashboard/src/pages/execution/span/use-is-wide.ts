/** Whether the panel has a column of its own. */
import { useSyncExternalStore } from 'react';

const wide = window.matchMedia('(min-width: 1100px)');

const subscribe = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
