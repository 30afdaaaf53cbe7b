/** Runs actions by their keys. The outside system is the keyboard. Tab is never taken. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { noKeys, pressed } from '../core/keys/key-sequence.js';
import { preferences } from '../data/preferences.js';
import { type Action, actionsHere } from '../parts/actions/actions-here.js';
import { isTyping } from '../parts/actions/is-typing.js';

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="dialog"]') !== null;

export function useKeymap(actions: readonly Action[]): void {
  const state = useRef(noKeys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.metaKey || event.ctrlKey;
    const isOthers = event.altKey || (hasModifier && event.shiftKey);
    const isText = isTyping(event.target) || isInDialog(event.target);
    if (isOthers || (!hasModifier && (isText || !preferences().hasSingleKeys))) return;
    const all = [...actions, ...actionsHere()];
    const known = all.flatMap(({ keys }) => keys ?? []);
    const next = pressed(state.current, { key: event.key, hasModifier, atMs: Date.now() }, known);
    state.current = next.state;
    const action = all.find(({ keys }) => keys === next.keys);
    if (next.keys === null || action === undefined || action.disabledReason != null) return;
    event.preventDefault();
    action.run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
