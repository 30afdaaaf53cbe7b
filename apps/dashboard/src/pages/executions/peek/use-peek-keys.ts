/** Keys while an execution is peeked at. The outside system is the keyboard. */
import { useEffect, useEffectEvent } from 'react';
import { preferences } from '../../../data/preferences.js';

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null;

const steps: ReadonlyMap<string, number> = new Map([
  ['j', 1],
  ['k', -1],
]);

/**
 * `j` and `k` go on to the next and the last one, Escape closes.
 * @param ids of the loaded rows
 * @param peeked null: nothing is open
 */
export function usePeekKeys(
  ids: readonly string[],
  peeked: string | null,
  onPeek: (id: string | null) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey;
    if (peeked === null || hasModifier || isElsewhere(event.target)) return;
    if (event.key === 'Escape') {
      onPeek(null);
      return;
    }
    const step = steps.get(event.key);
    const next = step === undefined ? undefined : ids[ids.indexOf(peeked) + step];
    if (next !== undefined && preferences().hasSingleKeys) onPeek(next);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
