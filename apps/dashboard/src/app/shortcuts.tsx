import { keysText } from '../core/keys/keys-text.js';
import { isMac } from '../data/platform.js';
import { type Action, actionsHere } from '../parts/actions/actions-here.js';
import { common } from '../text/common.js';
import { frame as words } from '../text/frame.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import styles from './shortcuts.module.css';

export interface ShortcutsProps {
  actions: readonly Action[];
  onClose: () => void;
}

export function Shortcuts({ actions, onClose }: ShortcutsProps) {
  return (
    <Dialog title={words.shortcuts} isOpen onClose={onClose} closesBy="anything">
      <dl className={styles.list}>
        {[...actionsHere(), ...actions].map(
          ({ id, label, ownKeys, keys = ownKeys }) =>
            keys !== undefined && (
              <div key={id} className={styles.line}>
                <dt>{label}</dt>
                <dd>
                  <kbd className={styles.keys}>{keysText(keys, isMac)}</kbd>
                </dd>
              </div>
            ),
        )}
      </dl>
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
