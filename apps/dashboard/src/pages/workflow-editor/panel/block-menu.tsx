/** What can be done with the block of the panel. */
import { copyBlocks } from '../../../core/paste/copied-blocks.js';
import { duplicateBlocks } from '../../../core/paste/paste-command.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { copyText } from '../../../ui/copy-text.js';
import { Copy, Ellipsis, Plus, Trash2 } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import { notify } from '../../../ui/toast-queue.js';
import { deleteBlocks } from '../store/delete-blocks.js';
import { useEditorOf } from '../store/editor-context.js';
import { edit, select } from '../store/editor-store.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';

export interface BlockMenuProps {
  id: string;
  name: string;
  readOnlyReason: string | null;
}

export function BlockMenu({ id, name, readOnlyReason }: BlockMenuProps) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const { types } = useBlockTypes();
  const remove = (): void => say(deleteBlocks(store, [id]));
  const duplicate = (): void => {
    const { command, ids } = duplicateBlocks(store.getState().log.document, [id], types);
    if (command === null) return;
    const refusal = edit(store, command);
    say(refusal);
    if (refusal === null) select(store, ids);
  };
  const copy = async (): Promise<void> => {
    const text = copyBlocks(store.getState().log.document, [id]);
    const isCopied = text !== null && (await copyText(text));
    if (isCopied) notify(words.copied(name));
    else notify(words.notCopied, { tone: 'error' });
  };
  const deeds: Readonly<Record<string, () => void>> = {
    duplicate,
    copy: () => void copy(),
    remove,
  };
  const changing = { disabledReason: readOnlyReason };
  return (
    <Menu
      label={words.more}
      trigger={<IconButton tone="ghost" icon={Ellipsis} label={words.more} />}
      items={[
        { id: 'duplicate', label: words.duplicate, icon: Plus, ...changing },
        { id: 'copy', label: words.copy, icon: Copy },
        { id: 'remove', label: words.delete, icon: Trash2, tone: 'danger', ...changing },
      ]}
      onChoose={(deed) => deeds[deed]?.()}
    />
  );
}
