/** The note and the buttons, always in sight, and why the last try was refused. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { useRole } from '../../data/use-session.js';
import { deployers } from '../../data/versions.queries.js';
import { deployWorkflow } from '../../data/workflow.queries.js';
import { deployText as words } from '../../text/deploy.js';
import { Button } from '../../ui/button.js';
import { FlaskConical, Rocket } from '../../ui/icon.js';
import { Notice } from '../../ui/notice.js';
import { TextField } from '../../ui/text-field.js';
import { notify } from '../../ui/toast-queue.js';
import { failureText } from '../failure/failure-notice.js';
import { Notes } from './deploy-checks.js';
import type { DeployPanelProps } from './deploy-props.js';
import styles from './deploy-panel.module.css';
import { deployRefusal } from './deploy-refusal.js';

export interface DeployFormProps extends DeployPanelProps {
  /** The draft is what runs. */
  isSame: boolean;
  names: ReadonlyMap<string, string>;
}

/** As the API takes it. */
const maxNote = 2_000;

export function DeployForm({ workspaceId, workflow, checks, isSame, ...props }: DeployFormProps) {
  const { names, selection, events } = props;
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows');
  const deploy = useMutation({
    mutationFn: () => deployWorkflow(workspaceId, workflow, note.trim()),
    onSuccess: ({ data }) => {
      for (const operation of ['getWorkflow', 'listWorkflowVersions', 'listWorkflows'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
      notify(words.deployed(data.version));
      events.onDeployed(data.version);
    },
  });
  const reason = !mayEdit
    ? words.needsEditor
    : checks.problems.length > 0
      ? words.hasProblems
      : isSame
        ? words.same
        : null;
  return (
    <div className={styles.foot}>
      {deploy.error !== null && (
        <Refused
          workspaceId={workspaceId}
          error={deploy.error}
          names={names}
          onSelect={selection.onSelect}
          onStale={() => {
            deploy.reset();
            events.onStale();
          }}
        />
      )}
      <TextField
        label={words.note}
        hint={words.noteHint}
        value={note}
        maxLength={maxNote}
        isReadOnly={!mayEdit}
        onChange={setNote}
      />
      <div className={styles.buttons}>
        {events.onRunTests !== null && checks.testCount > 0 && (
          <Button tone="ghost" icon={FlaskConical} onPress={events.onRunTests}>
            {words.runTests}
          </Button>
        )}
        <span className={styles.space} />
        <Button onPress={events.onClose}>{words.cancel}</Button>
        <Button
          tone="primary"
          icon={Rocket}
          isPending={deploy.isPending}
          disabledReason={reason}
          onPress={() => deploy.mutate()}
        >
          {words.deploy(checks.failingTests.length)}
        </Button>
      </div>
    </div>
  );
}

interface RefusedProps {
  workspaceId: string;
  error: Error;
  names: ReadonlyMap<string, string>;
  onSelect: (blockId: string) => void;
  onStale: () => void;
}

function Refused({ workspaceId, error, names, onSelect, onStale }: RefusedProps) {
  const members = useQuery(deployers(workspaceId));
  const refusal = deployRefusal(error);
  if (refusal.kind === 'stale') {
    const saver = members.data?.data.find(({ userId }) => userId === refusal.userId);
    return (
      <Notice
        tone="error"
        title={words.stale}
        detail={words.staleDetail(saver?.name ?? null, refusal.revision)}
      >
        <Button onPress={onStale}>{words.readAgain}</Button>
      </Notice>
    );
  }
  if (refusal.kind === 'problems')
    return (
      <Notice
        tone="error"
        title={words.refusedProblems}
        detail={<Notes notes={refusal.problems} names={names} onSelect={onSelect} />}
      />
    );
  return <Notice tone="error" title={words.failed} detail={failureText(error)} />;
}
