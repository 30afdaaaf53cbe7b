/** The height of a row: a finger needs more. */
import { useSyncExternalStore } from 'react';

const coarse = window.matchMedia('(pointer: coarse)');
const [finePx, coarsePx] = [30, 36];

const subscribe = (listener: () => void): (() => void) => {
  coarse.addEventListener('change', listener);
  return () => coarse.removeEventListener('change', listener);
};

export const useTreeRowPx = (): number =>
  useSyncExternalStore(subscribe, () => (coarse.matches ? coarsePx : finePx));
