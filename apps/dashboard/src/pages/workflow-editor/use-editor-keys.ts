/** Keys of the whole page. A field that is being typed in has its own undo first. */
import { useEffect, useEffectEvent } from 'react';
import { preferences } from '../../data/preferences.js';
import { isTyping } from '../../parts/actions/is-typing.js';
import { notify } from '../../ui/toast-queue.js';
import { type EditorActionsHere, useEditorActions } from './use-editor-actions.js';

/** A dialog above the page has the keys. */
const isAbove = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role=dialog], [role=alertdialog]') !== null;

type Meant = keyof ReturnType<typeof useEditorActions>['own'];

/** Null: it is no key of the page. */
function meantBy(event: KeyboardEvent): Meant | null {
  const { key, shiftKey, ctrlKey, metaKey } = event;
  const hasMod = ctrlKey || metaKey;
  if (key === 'F8' && !hasMod) return shiftKey ? 'previousProblem' : 'nextProblem';
  if (hasMod && shiftKey && key === 'Enter') return 'deploy';
  if (isTyping(event.target)) return null;
  if (hasMod && key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key === '/' && !hasMod && preferences().hasSingleKeys ? 'add' : null;
}

export function useEditorKeys(given: EditorActionsHere): void {
  const { own, may } = useEditorActions(given);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isAbove(event.target)) return;
    const meant = meantBy(event);
    if (meant === null) return;
    event.preventDefault();
    const reason = may(meant)?.disabledReason ?? null;
    if (reason === null) own[meant]();
    else notify(reason);
  });
  // The outside system is the keyboard.
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
