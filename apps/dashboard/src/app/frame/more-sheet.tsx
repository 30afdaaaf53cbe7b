import { frame as words } from '../../text/frame.js';
import { Dialog } from '../../ui/dialog.js';
import { Rail, type RailProps } from './rail.js';

export interface MoreSheetProps {
  rail: Omit<RailProps, 'isSlim'>;
  onClose: () => void;
}

/** The whole rail, on phones. */
export function MoreSheet({ rail, onClose }: MoreSheetProps) {
  const closing = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <Dialog title={words.more} isOpen onClose={onClose} closesBy="anything">
      <Rail
        {...rail}
        isSlim={false}
        onFind={closing(rail.onFind)}
        onShortcuts={closing(rail.onShortcuts)}
      />
    </Dialog>
  );
}
