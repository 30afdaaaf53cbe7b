/**
 * Pastes into the draft, and doubles blocks. What reads a pasted text, with all options of curl, is
 * loaded apart: the canvas can be used before.
 */
import type { Command } from '../../../core/edit/command/command.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import { type Chunk, chunkOf } from '../../../parts/lazy/chunk.js';
import type { PastedInto } from '../../../parts/paste/paste-into.js';
import { common } from '../../../text/common.js';
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

async function loaded<T>(code: Chunk<T>): Promise<T | null> {
  await code.load();
  const state = code.state();
  if (state.kind === 'loaded') return state.value;
  notify(common.code.offline, { tone: 'error' });
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
      const pasteInto = await loaded(pasting);
      if (pasteInto === null) return;
      const { log, selected } = store.getState();
      const from = selected.at(-1);
      const pasted = pasteInto(text, {
        definition: readDefinition(log.document),
        types,
        place: from === undefined ? { kind: 'alone' } : { kind: 'after', from, isBranch: false },
      });
      if (pasted.kind === 'offer') onOffer(pasted);
      else if (pasted.kind === 'refused') notify(pasted.reason, { tone: 'error' });
      else if (isAdded(pasted.command, pasted.ids))
        // What is to be looked at stays until it is dismissed.
        notify(pasted.said, { tone: pasted.hasNotes ? 'error' : 'quiet' });
    },
    async duplicate(ids: Iterable<string>): Promise<void> {
      const duplicateBlocks = await loaded(doubling);
      const copied = duplicateBlocks?.(store.getState().log.document, ids, types);
      if (copied === undefined || copied.command === null) return;
      isAdded(copied.command, copied.ids);
    },
  };
}
