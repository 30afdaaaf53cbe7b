/** Asks before something is destroyed: names it and the consequence, the verb on its button. */
import type { UseMutationResult } from '@tanstack/react-query';
import { failureText } from '../../parts/failure/failure-notice.js';
import { common } from '../../text/common.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import styles from './settings.module.css';

export interface ConfirmDialogProps {
  title: string;
  detail: string;
  verb: string;
  mutation: UseMutationResult<unknown, Error, void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, detail, verb, mutation, onClose }: ConfirmDialogProps) {
  const { mutate, error, isPending } = mutation;
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <p>{detail}</p>
      {error && (
        <p role="alert" className={styles.problem}>
          {failureText(error)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button tone="danger" isPending={isPending} onPress={() => mutate()}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
