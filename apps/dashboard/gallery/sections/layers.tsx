import { useState } from 'react';
import { Button } from '../../src/ui/button.js';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.js';
import { Dialog, DialogActions, DialogText } from '../../src/ui/dialog.js';
import { Notice } from '../../src/ui/notice.js';
import { TextField } from '../../src/ui/text-field.js';
import { notify } from '../../src/ui/toast-queue.js';
import { Row, Section } from '../section.js';

type Layer = 'none' | 'confirm' | 'form';

export function Layers() {
  const [layer, setLayer] = useState<Layer>('none');
  const close = (): void => setLayer('none');
  const undo = { label: 'Undo', run: () => notify('Taken back.') };
  return (
    <Section title="Dialogs and toasts">
      <Row>
        <Button onPress={() => setLayer('confirm')}>Open a confirmation</Button>
        <Button onPress={() => setLayer('form')}>Open a dialog</Button>
        <Button onPress={() => notify('Merged with the change of Jonas.', { action: undo })}>
          Notify
        </Button>
        <Button onPress={() => notify('The server failed.', { tone: 'error' })}>
          Notify of a failure
        </Button>
      </Row>
      {layer === 'confirm' && (
        <ConfirmDialog
          title="Rerun 12 failed executions"
          consequence="All of Order intake, failed in Charge card since 11:20. Charge card runs again for each: a customer may be charged."
          dryRun={
            <Notice
              tone="waiting"
              title="Dry run: 11 can, 1 can't"
              detail="SO-20397 was cancelled by its owner."
            />
          }
          keepText="Keep as is"
          verb="Rerun 11 executions"
          onConfirm={close}
          onClose={close}
        />
      )}
      <Dialog title="Generate a key" isOpen={layer === 'form'} onClose={close}>
        <DialogText>It is shown once.</DialogText>
        <TextField label="Name" problem="Give it a name." />
        <DialogActions>
          <Button onPress={close}>Cancel</Button>
          <Button tone="danger-filled" onPress={close}>
            Revoke
          </Button>
        </DialogActions>
      </Dialog>
    </Section>
  );
}
