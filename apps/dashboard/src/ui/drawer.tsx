/** A form or a thing beside the page, above it: from the right, on phones from below. */
import type { CSSProperties, ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './drawer.module.css';
import { X } from './icon.js';
import { IconButton } from './icon-button.js';
import { useKit } from './kit.js';
import text from './text.module.css';

export interface DrawerProps {
  title: string;
  /** In place of the title, which stays its name. */
  heading?: ReactNode;
  /** Its id. Another one begins at its top. */
  subject?: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** A press beside it would lose a typed form. */
  closesBy?: 'anything' | 'escape' | 'buttons';
  widthPx?: number;
  /** Beside the title. */
  actions?: ReactNode;
  /** Its buttons, always in sight. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Drawer({ title, isOpen, onClose, closesBy = 'escape', ...props }: DrawerProps) {
  const { heading, subject, widthPx = 440, actions, footer, children } = props;
  const { words } = useKit();
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      isDismissable={closesBy === 'anything'}
      isKeyboardDismissDisabled={closesBy === 'buttons'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal} style={{ '--width': `${widthPx}px` } as CSSProperties}>
        <Dialog className={styles.drawer}>
          <header className={styles.head}>
            <Heading
              slot="title"
              level={2}
              className={heading === undefined ? styles.title : text.hidden}
            >
              {title}
            </Heading>
            {heading}
            {actions}
            <IconButton tone="ghost" icon={X} label={words.close} onPress={onClose} />
          </header>
          <div key={subject} className={styles.body}>
            {children}
          </div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
