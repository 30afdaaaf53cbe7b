import type { NewKey } from '../../data/keys.queries.js';
import { common } from '../../text/common.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { CodeLine } from '../../ui/code-line.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import styles from './settings.module.css';

export interface MadeKeyDialogProps {
  workspaceId: string;
  made: NewKey;
  onClose: () => void;
}

const copying = { copyLabel: common.copy, copiedLabel: common.copied };

/** Closed by its button only: the value is gone then. */
export function MadeKeyDialog({ workspaceId, made, onClose }: MadeKeyDialogProps) {
  const value = made.key ?? '';
  return (
    <Dialog title={words.made(made.name)} isOpen onClose={onClose} role="alertdialog">
      <p>{words.madeDetail}</p>
      <CodeLine label={words.value} text={value} {...copying} />
      <div className={styles.lines}>
        <p>{words.inShell}</p>
        <CodeLine label={words.exportLabel} text={words.exportLine(value)} {...copying} />
        <CodeLine
          label={words.curlLabel}
          text={words.curlLine(window.location.origin, workspaceId)}
          {...copying}
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
