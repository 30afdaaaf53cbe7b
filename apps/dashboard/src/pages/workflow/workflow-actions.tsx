/** What can be done with the workflow. What the role lacks stays in sight and says why. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useRole } from '../../data/use-session.js';
import {
  deleteWorkflow,
  deployWorkflow,
  pauseWorkflow,
  resumeWorkflow,
  undeployWorkflow,
  type Workflow,
} from '../../data/workflow.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { workflowText as words } from '../../text/workflow.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Ellipsis, Pencil, Play } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { notify } from '../../ui/toast-queue.js';
import { useDraftDiffers } from './use-draft-differs.js';

export interface WorkflowActionsProps {
  workspaceId: string;
  workflow: Workflow;
  onRun: () => void;
}

type Asked = 'undeploy' | 'delete';

export function WorkflowActions({ workspaceId, workflow, onRun }: WorkflowActionsProps) {
  const { id, name, pausedAt, deployedVersion, problems } = workflow;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const differs = useDraftDiffers(workspaceId, workflow);
  const [asked, setAsked] = useState<Asked | null>(null);
  const readAgain = (): void => {
    for (const operation of ['getWorkflow', 'listWorkflowVersions', 'listWorkflows'] as const)
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  };
  const onError = (error: Error): void => notify(failureText(error), { tone: 'error' });
  const deploy = useMutation({
    mutationFn: () => deployWorkflow(workspaceId, workflow, ''),
    onSuccess: ({ data }) => {
      notify(words.isDeployed(data.version));
      readAgain();
    },
    onError,
  });
  const hold = useMutation({
    mutationFn: () =>
      pausedAt === null ? pauseWorkflow(workspaceId, id) : resumeWorkflow(workspaceId, id),
    onSuccess: () => {
      notify(pausedAt === null ? words.isPaused : words.isResumed);
      readAgain();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: async (deed: Asked) => {
      if (deed === 'delete') await deleteWorkflow(workspaceId, id);
      else await undeployWorkflow(workspaceId, id);
    },
    onSuccess: (_answer, deed) => {
      setAsked(null);
      if (deed === 'undeploy') readAgain();
      else {
        // Read again, what is gone would answer 404.
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listWorkflows') });
        void navigate({ href: paths.workflows(workspaceId) });
      }
    },
  });
  const notDeployed = deployedVersion === null ? words.notDeployed : null;
  return (
    <>
      <Menu
        label={words.more}
        trigger={<IconButton tone="ghost" icon={Ellipsis} label={words.more} />}
        items={[
          {
            id: 'hold',
            label: pausedAt === null ? words.pause : words.resume,
            disabledReason: mayEdit ?? notDeployed,
          },
          { id: 'undeploy', label: words.undeploy, disabledReason: mayEdit ?? notDeployed },
          { id: 'delete', label: words.remove, disabledReason: mayEdit },
        ]}
        onChoose={(chosen) => {
          if (chosen === 'hold') hold.mutate();
          else setAsked(chosen === 'delete' ? 'delete' : 'undeploy');
        }}
      />
      <Button
        icon={Pencil}
        isCompact
        onPress={() => void navigate({ href: paths.workflowEditor(workspaceId, id) })}
      >
        {words.edit}
      </Button>
      <Button
        tone={differs === false ? 'primary' : 'default'}
        icon={Play}
        disabledReason={mayEdit}
        onPress={onRun}
      >
        {words.run}
      </Button>
      {/* Where the draft is what is deployed, there is nothing to do. */}
      {differs !== false && (
        <Button
          tone="primary"
          isPending={deploy.isPending}
          disabledReason={mayEdit ?? (problems.length > 0 ? words.hasProblems : null)}
          onPress={() => deploy.mutate()}
        >
          {words.deploy}
        </Button>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={words.ask[asked](name)}
          consequence={words.consequence[asked]}
          keepText={words.keep}
          verb={words.verb[asked]}
          isDanger
          isPending={remove.isPending}
          problem={remove.error === null ? null : failureText(remove.error)}
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
