/** The height of a row, as the tokens say it. Outside systems: the window, and the root element. */
import { useSyncExternalStore } from 'react';
import { useIsNarrow } from '../../ui/use-is-narrow.js';

const coarse = window.matchMedia('(pointer: coarse)');
const fallbackPx = 36;

const read = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) ||
  fallbackPx;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] });
  coarse.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    coarse.removeEventListener('change', listener);
  };
}

/** @param narrowPx the height of the two lines of a row on a phone */
export function useRowHeight(narrowPx: number): number {
  const heightPx = useSyncExternalStore(subscribe, read);
  return useIsNarrow() ? narrowPx : heightPx;
}
