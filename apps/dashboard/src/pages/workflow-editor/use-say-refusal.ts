import type { Refusal } from '../../core/edit/patch/refusal.js';
import { editorText as words } from '../../text/editor.js';
import { notify } from '../../ui/toast-queue.js';

/** Says why an edit changed nothing. */
export const useSayRefusal = () => (refusal: Refusal | null) => {
  if (refusal !== null) notify(words.refusals[refusal.reason], { tone: 'error' });
};
