/** Back to what runs. The save names the revision that was seen, so nobody's edit is lost. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import type { DraftAnswer } from '../../data/definition-text.js';
import { useRole } from '../../data/use-session.js';
import { replaceDraft } from '../../data/versions.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { versionText as words } from '../../text/versions.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { RotateCcw } from '../../ui/icon.js';
import { notify } from '../../ui/toast-queue.js';
import styles from './versions-page.module.css';
import type { Deployed } from './model/compared.js';

export interface DiscardDraftProps {
  workspaceId: string;
  workflow: DraftAnswer;
  deployed: Deployed;
}

export function DiscardDraft({ workspaceId, workflow, deployed }: DiscardDraftProps) {
  const queryClient = useQueryClient();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const [isAsked, setAsked] = useState(false);
  const discard = useMutation({
    mutationFn: () => replaceDraft(workspaceId, workflow, deployed.text),
    onSuccess: () => {
      setAsked(false);
      notify(words.discarded);
    },
    // Also after a refusal: somebody else has saved then.
    onSettled: () =>
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'getWorkflow') }),
  });
  return (
    <div className={styles.discard}>
      <Button tone="ghost" icon={RotateCcw} disabledReason={mayEdit} onPress={() => setAsked(true)}>
        {words.discard}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={words.discardAsk(workflow.name)}
          consequence={words.discardConsequence(deployed.version)}
          keepText={words.keepDraft}
          verb={words.discard}
          isDanger
          isPending={discard.isPending}
          problem={discard.error === null ? null : failureText(discard.error)}
          onConfirm={() => discard.mutate()}
          onClose={() => {
            setAsked(false);
            discard.reset();
          }}
        />
      )}
    </div>
  );
}
