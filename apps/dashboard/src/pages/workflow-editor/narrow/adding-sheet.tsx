/** The list of blocks on a phone: a sheet, which a finger can close. */
import type { ReactNode } from 'react';
import { phoneText as words } from '../../../text/editor-phone.js';
import { Drawer } from '../../../ui/drawer.js';
import styles from './phone.module.css';

export function AddingSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Drawer title={words.add} isOpen onClose={onClose} closesBy="anything">
      <div className={styles.adding}>{children}</div>
    </Drawer>
  );
}
