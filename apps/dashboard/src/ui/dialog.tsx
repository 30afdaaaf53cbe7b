import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** An alert asks before something is destroyed. */
  role?: 'dialog' | 'alertdialog';
  /**
   * What closes it besides its buttons. A press beside it would lose a typed form; Escape would
   * lose what is shown once.
   */
  closesBy?: 'anything' | 'escape' | 'buttons';
  size?: 'medium' | 'wide';
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, children, ...props }: DialogProps) {
  const { role = 'dialog', closesBy = 'escape', size = 'medium' } = props;
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
      <Modal className={styles.modal} data-size={size}>
        <AriaDialog className={styles.dialog} role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}

/** The safe button first, the deed last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
