/** The end of each dialog: what failed, the way back, and the deed. */
import type { UseMutationResult } from '@tanstack/react-query';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { startText } from '../../../text/start.js';
import { Button } from '../../../ui/button.js';
import { DialogActions } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/notice.js';
import type { Creation } from './use-create.js';

const { own: words } = startText;

export interface MakeActionsProps {
  create: UseMutationResult<string, Error, Creation>;
  /** Null: there is a reason why nothing can be made yet. */
  creation: Creation | null;
  missing: string;
  verb: string;
  onClose: () => void;
}

export function MakeActions({ create, creation, missing, verb, onClose }: MakeActionsProps) {
  return (
    <>
      {create.error !== null && (
        <Notice tone="error" title={words.failed} detail={failureText(create.error)} />
      )}
      <DialogActions>
        <Button size="large" onPress={onClose}>
          {words.cancel}
        </Button>
        <Button
          tone="primary"
          size="large"
          isPending={create.isPending}
          disabledReason={creation === null ? missing : null}
          onPress={() => {
            if (creation !== null) create.mutate(creation);
          }}
        >
          {verb}
        </Button>
      </DialogActions>
    </>
  );
}
