/** Keys of the whole page. A field that is being typed in has its own undo first. */
import { useEffect, useEffectEvent } from 'react';
import { useEditorOf } from './store/editor-context.js';
import { addingAlone } from './store/add-block.js';
import { openAdding, redo, undo } from './store/editor-store.js';
import { useSayRefusal } from './use-say-refusal.js';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useEditorKeys(mayEdit: boolean): void {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (event.key === '/' && mayEdit) {
      event.preventDefault();
      openAdding(store, addingAlone);
    }
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    say(event.shiftKey ? redo(store) : undo(store));
  });
  // The outside system is the keyboard.
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
