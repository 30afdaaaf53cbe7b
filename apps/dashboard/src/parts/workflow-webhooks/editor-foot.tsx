import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../data/ask.js';
import { deleteSubscription } from '../../data/webhooks.queries.js';
import { workflowWebhooksText as words } from '../../text/workflow-webhooks.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Send } from '../../ui/icon.js';
import { failureText } from '../failure/failure-notice.js';
import type { EditedSubscription } from './edited-subscription.js';
import type { Test } from './use-test.js';
import styles from './webhooks-panel.module.css';

export interface EditorFootProps {
  of: EditedSubscription;
  edits: number;
  mayEdit: string | null;
  test: Test;
  isSaving: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

export function EditorFoot({ of, edits, mayEdit, test, isSaving, ...props }: EditorFootProps) {
  const { onDiscard, onSave } = props;
  const isNew = of.subscription === null;
  const [isAsked, setAsked] = useState(false);
  return (
    <footer className={styles.foot}>
      <Button
        icon={Send}
        isPending={test.isPending}
        disabledReason={mayEdit ?? (edits > 0 || test.send === null ? words.saveFirst : null)}
        onPress={() => test.send?.()}
      >
        {words.sendTest}
      </Button>
      {!isNew && (
        <Button tone="danger" disabledReason={mayEdit} onPress={() => setAsked(true)}>
          {words.remove}
        </Button>
      )}
      <span className={styles.space} />
      {!isNew && (
        <span className={styles.edits}>{edits > 0 ? words.notSaved(edits) : words.allSaved}</span>
      )}
      {(edits > 0 || isNew) && (
        <Button tone="ghost" onPress={onDiscard}>
          {words.discard}
        </Button>
      )}
      {(edits > 0 || isNew) && (
        <Button tone="primary" isPending={isSaving} disabledReason={mayEdit} onPress={onSave}>
          {isNew ? words.make : words.save}
        </Button>
      )}
      {isAsked && <Removal of={of} onClose={() => setAsked(false)} />}
    </footer>
  );
}

function Removal({ of, onClose }: { of: EditedSubscription; onClose: () => void }) {
  const { workspaceId, subscription } = of;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      if (subscription !== null) await deleteSubscription(workspaceId, subscription);
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listSubscriptions') });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.removeAsk(subscription?.url ?? '')}
      consequence={words.removeConsequence}
      keepText={words.keep}
      verb={words.remove}
      isDanger
      isPending={remove.isPending}
      problem={remove.error === null ? null : failureText(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
