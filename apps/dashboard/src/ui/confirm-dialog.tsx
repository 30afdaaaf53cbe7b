/** Asks before something is done that can't be undone: what, with which consequence, how much. */
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog, DialogActions, DialogText } from './dialog.js';
import { Notice } from './notice.js';

export interface ConfirmDialogProps {
  /** Names what it is done to. */
  title: string;
  consequence: string;
  /** What it would do now, for what is done to many. */
  dryRun?: ReactNode;
  /** The safe button. */
  keepText: string;
  /** Says the deed again: "Rerun 11 executions". */
  verb: string;
  isDanger?: boolean;
  isPending?: boolean;
  disabledReason?: string | null;
  /** Why it failed. */
  problem?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, consequence, dryRun, ...props }: ConfirmDialogProps) {
  const { keepText, verb, isDanger = false, isPending, disabledReason, problem = null } = props;
  return (
    <Dialog title={title} isOpen onClose={props.onClose} role="alertdialog">
      <DialogText>{consequence}</DialogText>
      {dryRun}
      {problem !== null && <Notice tone="error" title={problem} />}
      <DialogActions>
        <Button onPress={props.onClose}>{keepText}</Button>
        <Button
          tone={isDanger ? 'danger-filled' : 'primary'}
          isPending={isPending}
          disabledReason={disabledReason}
          onPress={props.onConfirm}
        >
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
