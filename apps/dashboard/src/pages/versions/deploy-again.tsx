/** Deploys an older version, after a preview of what that would change now. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { keyOf } from '../../data/ask.js';
import { type DraftAnswer, versionText } from '../../data/definition-text.js';
import { deployVersion } from '../../data/workflow.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { versionText as words } from '../../text/versions.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { notify } from '../../ui/toast-queue.js';
import { Meaning } from './meaning.js';
import styles from './versions-page.module.css';
import type { Deployed } from './model/compared.js';

export interface DeployAgainProps {
  workspaceId: string;
  workflow: DraftAnswer;
  deployed: Deployed | null;
  version: number;
  onClose: () => void;
}

export function DeployAgain({ workspaceId, workflow, version, ...props }: DeployAgainProps) {
  const { deployed, onClose } = props;
  const queryClient = useQueryClient();
  const target = useQuery(versionText(workspaceId, workflow.id, version));
  const deploy = useMutation({
    mutationFn: () => deployVersion(workspaceId, workflow.id, version),
    onSuccess: () => {
      for (const operation of ['getWorkflow', 'listWorkflowVersions', 'listWorkflows'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
      notify(words.deployedAgain(version));
      onClose();
    },
  });
  const live = deployed?.version ?? null;
  return (
    <ConfirmDialog
      title={words.againAsk(version, workflow.name)}
      consequence={words.againConsequence(live)}
      dryRun={
        <Suspense>
          <div className={styles.preview}>
            <Loaded query={target}>
              {({ text }) => (
                <Meaning workspaceId={workspaceId} live={deployed?.text ?? null} text={text} />
              )}
            </Loaded>
          </div>
        </Suspense>
      }
      keepText={words.keepLive(live)}
      verb={words.deployAgain(version)}
      isPending={deploy.isPending}
      problem={deploy.error === null ? null : failureText(deploy.error)}
      onConfirm={() => deploy.mutate()}
      onClose={onClose}
    />
  );
}
