import { frame as words } from '../text/frame.js';
import { CommandList } from '../ui/command-list.js';
import { Dialog } from '../ui/dialog.js';
import type { Action } from './actions.js';

export interface PaletteProps {
  actions: readonly Action[];
  onClose: () => void;
}

export function Palette({ actions, onClose }: PaletteProps) {
  const choose = (id: string): void => {
    onClose();
    actions.find((action) => action.id === id)?.run();
  };
  return (
    <Dialog title={words.find} isOpen onClose={onClose} closesBy="anything">
      <CommandList
        label={words.find}
        emptyText={words.noCommand}
        commands={actions.map(({ id, label, keys }) => ({ id, label, keys }))}
        onChoose={choose}
      />
    </Dialog>
  );
}
