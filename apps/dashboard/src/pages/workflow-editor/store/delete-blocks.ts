/** Blocks are deleted, wherever that was asked for. Says who referred to them, with an undo. */
import { referrersOf } from '../../../core/edit/references/referrers.js';
import { readDefinition } from '../../../core/edit/text/read-definition.js';
import { editorBarText as words } from '../../../text/editor-bar.js';
import { notify } from '../../../ui/toast-queue.js';
import type { Command } from '../../../core/edit/command/command.js';
import type { Refusal } from '../../../core/edit/patch/refusal.js';
import { edit, type EditorStore, select, undo } from './editor-store.js';

export function deleteBlocks(store: EditorStore, ids: readonly string[]): Refusal | null {
  const { document } = store.getState().log;
  const referrers = referrersOf(document, ids);
  const names = readDefinition(document).blocks.flatMap(({ id, name }) =>
    ids.includes(id) ? [name] : [],
  );
  const commands = ids.map((block): Command => ({ kind: 'removeBlock', block }));
  const [only] = commands;
  if (only === undefined) return null;
  const refusal = edit(store, commands.length === 1 ? only : { kind: 'gesture', commands });
  if (refusal !== null) return refusal;
  select(store, []);
  const step = store.getState().steps.at(-1);
  notify(words.deleted(names, referrers), {
    action: {
      label: words.undo,
      run: () => {
        if (store.getState().steps.at(-1) === step) undo(store);
        else notify(words.changedSince, { tone: 'error' });
      },
    },
  });
  return null;
}
