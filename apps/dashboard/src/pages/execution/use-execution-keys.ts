/** The keys of this page: e, [ and ]. Rows have their own. The outside system is the keyboard. */
import { useEffect, useEffectEvent } from 'react';
import { preferences } from '../../data/preferences.js';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);

export function useExecutionKeys(actions: Readonly<Record<string, (() => void) | null>>): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey;
    if (hasModifier || isTyping(event.target) || !preferences().hasSingleKeys) return;
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (action == null) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
