import type { NewKey } from '../../data/keys.queries.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import styles from './settings.module.css';

export interface MadeKeyDialogProps {
  workspaceId: string;
  made: NewKey;
  onClose: () => void;
}

/** Closed by its button only: the value is gone then. */
export function MadeKeyDialog({ workspaceId, made, onClose }: MadeKeyDialogProps) {
  const value = made.key ?? '';
  return (
    <Dialog
      title={words.made(made.name)}
      isOpen
      onClose={onClose}
      role="alertdialog"
      closesBy="buttons"
    >
      <p>{words.madeDetail}</p>
      <CodeBlock label={words.value} text={value} isWrapped />
      <div className={styles.lines}>
        <p>{words.inShell}</p>
        <CodeBlock label={words.exportLabel} text={words.exportLine(value)} isWrapped />
        <CodeBlock
          label={words.curlLabel}
          text={words.curlLine(window.location.origin, workspaceId)}
          isWrapped
        />
      </div>
      <DialogActions>
        <Button tone="primary" onPress={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
