import { subscriptionText as words } from '../../text/subscription.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.js';

/** A secret is shown once: only a button closes this. */
export function NewSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={words.newSecret} isOpen closesBy="buttons" onClose={onClose}>
      <DialogText>{words.newSecretDetail}</DialogText>
      <CodeBlock label={words.newSecret} text={secret} isWrapped />
      <DialogActions>
        <Button tone="primary" onPress={onClose}>
          {words.copied}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
