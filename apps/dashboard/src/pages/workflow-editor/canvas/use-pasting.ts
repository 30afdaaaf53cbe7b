/**
 * Pastes into the draft, and doubles blocks. What reads a pasted text, with all options of curl, is
 * loaded apart: the canvas can be used before.
 */
import type { Command } from '../../../core/edit/command/command.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import { type Chunk, chunkOf } from '../../../parts/lazy/chunk.js';
import type { PastedInto } from '../../../parts/paste/paste-into.js';
import { partOf } from '../../../parts/lazy/lazy-part.js';
import { common } from '../../../text/common.js';
import { editorText } from '../../../text/editor.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';
import { edit, select } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';

export type Offer = Extract<PastedInto, { kind: 'offer' }>;

const pasting = chunkOf(async () => (await import('../../../parts/paste/paste-into.js')).pasteInto);
const doubling = chunkOf(
  async () => (await import('../../../core/paste/paste-command.js')).duplicateBlocks,
);

const offering = chunkOf(
  async () =>
    (await import('../../../parts/import/pasted-workflow-dialog.js')).PastedWorkflowDialog,
);
export const PastedWorkflow = partOf(offering);

const { pasting: words } = editorText;

/** @param failed says what was not done: the draft is as it was */
async function loaded<T>(code: Chunk<T>, failed: string): Promise<T | null> {
  await code.load();
  const state = code.state();
  if (state.kind === 'loaded') return state.value;
  notify(failed, {
    tone: 'error',
    action: { label: common.failure.reload, run: () => window.location.reload() },
  });
  return null;
}

export function usePasting(onOffer: (offer: Offer) => void) {
  const { store } = useEditorOf();
  const { types } = useBlockTypes();
  const say = useSayRefusal();
  const isAdded = (command: Command, ids: readonly string[]): boolean => {
    const refusal = edit(store, command);
    say(refusal);
    if (refusal === null) select(store, ids);
    return refusal === null;
  };
  return {
    async take(text: string): Promise<void> {
      const pasteInto = await loaded(pasting, words.notRead);
      if (pasteInto === null) return;
      const { log, selected } = store.getState();
      const from = selected.at(-1);
      const pasted = pasteInto(text, {
        definition: readDefinition(log.document),
        types,
        place: from === undefined ? { kind: 'alone' } : { kind: 'after', from, isBranch: false },
      });
      if (pasted.kind === 'offer') {
        if ((await loaded(offering, words.notRead)) !== null) onOffer(pasted);
      } else if (pasted.kind === 'refused') notify(pasted.reason, { tone: 'error' });
      else if (isAdded(pasted.command, pasted.ids))
        // What is to be looked at stays until it is dismissed.
        notify(pasted.said, { tone: pasted.hasNotes ? 'error' : 'quiet' });
    },
    async duplicate(ids: Iterable<string>): Promise<void> {
      const duplicateBlocks = await loaded(doubling, words.notDoubled);
      const copied = duplicateBlocks?.(store.getState().log.document, ids, types);
      if (copied === undefined || copied.command === null) return;
      isAdded(copied.command, copied.ids);
    },
  };
}
