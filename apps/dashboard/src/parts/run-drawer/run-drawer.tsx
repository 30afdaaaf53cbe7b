/**
 * Runs a workflow with an input of one's own, wherever a workflow can be run. It leads to the
 * execution, where the run is watched, or waits for the answer.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { runCurl } from '../../core/curl-text/run-curl.js';
import { problemOfJson } from '../../core/json/json-problem.js';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { inputOfTests } from '../../data/inputs.js';
import { useRole } from '../../data/use-session.js';
import { awaitRun, lastExecutions, startRun, type Workflow } from '../../data/workflow.queries.js';
import { runText as words } from '../../text/run.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Drawer } from '../../ui/drawer.js';
import { Play } from '../../ui/icon.js';
import { Notice } from '../../ui/notice.js';
import { Segment } from '../../ui/segment.js';
import { TextArea } from '../../ui/text-area.js';
import { failureText } from '../failure/failure-notice.js';
import { LastInputs } from './last-inputs.js';
import { RunAnswer } from './run-answer.js';

export interface RunDrawerProps {
  workspaceId: string;
  workflow: Pick<Workflow, 'id' | 'name' | 'deployedVersion' | 'trigger' | 'triggerUrl'>;
  onClose: () => void;
  /** Where the draft is edited: it runs first, and what is started is watched there. */
  draftFirst?: {
    /** The last one. */
    readonly inputText: string | null;
    readonly onDraft: (inputText: string) => void;
    readonly onStarted: (executionId: string) => void;
  };
}

const mostInputs = 5;

export function RunDrawer({ workspaceId, workflow, onClose, draftFirst }: RunDrawerProps) {
  const navigate = useNavigate();
  const role = useRole(workspaceId);
  const isDeployed = workflow.deployedVersion !== null;
  const [isDraft, setDraft] = useState(draftFirst !== undefined || !isDeployed);
  const [typed, setInput] = useState<string | null>(draftFirst?.inputText ?? null);
  const tried = useQuery(inputOfTests(workspaceId, workflow.id));
  const inputText = typed ?? tried.data ?? '{}';
  const last = useQuery(lastExecutions(workspaceId, workflow.id, mostInputs));
  const [isWaiting, setWaiting] = useState(false);
  const start = useMutation({
    mutationFn: () => startRun(workspaceId, workflow.id, { inputText, isDraft }),
    onSuccess: ({ executionId }) => {
      onClose();
      if (draftFirst === undefined)
        void navigate({ href: paths.execution(workspaceId, executionId) });
      else draftFirst.onStarted(executionId);
    },
  });
  const wait = useMutation({
    mutationFn: () => awaitRun(workspaceId, workflow.id, { inputText, isDraft }),
  });
  const run = isWaiting ? wait : start;
  const problem = problemOfJson(inputText);
  const notAllowed = allows(role, 'runWorkflows') ? null : words.needsEditor;
  return (
    <Drawer
      title={words.title(workflow.name)}
      isOpen
      onClose={onClose}
      footer={
        <Button
          tone="primary"
          size="large"
          icon={Play}
          isPending={run.isPending || (typed === null && tried.isPending)}
          disabledReason={notAllowed ?? (problem === null ? null : words.fixInput)}
          onPress={() => {
            if (isDraft && !isWaiting && draftFirst !== undefined) draftFirst.onDraft(inputText);
            else run.mutate();
          }}
        >
          {isDraft ? words.runDraft : words.run}
        </Button>
      }
    >
      {run.error !== null && (
        <Notice tone="error" title={words.failed} detail={failureText(run.error)} />
      )}
      {isWaiting && wait.data !== undefined && (
        <RunAnswer workspaceId={workspaceId} answer={wait.data} />
      )}
      <Segment
        label={words.what}
        choices={[
          { id: 'deployed', label: words.version(workflow.deployedVersion) },
          { id: 'draft', label: words.draft },
        ]}
        chosen={isDraft ? 'draft' : 'deployed'}
        onChoose={(id) => setDraft(id === 'draft' || !isDeployed)}
      />
      <Segment
        label={words.then}
        choices={[
          { id: 'watch', label: words.watch },
          { id: 'wait', label: words.wait },
        ]}
        chosen={isWaiting ? 'wait' : 'watch'}
        onChoose={(id) => setWaiting(id === 'wait')}
      />
      <TextArea
        label={words.input}
        hint={workflow.trigger === 'webhook' ? words.inputOfWebhook : words.inputHint}
        isMono
        lines={8}
        value={inputText}
        onChange={setInput}
        problem={problem === null ? null : words.notJson(problem)}
      />
      <LastInputs workspaceId={workspaceId} executions={last.data?.data ?? []} onTake={setInput} />
      <CodeBlock
        label={words.curl}
        isWrapped
        text={runCurl({ origin: window.location.origin, workflow, inputText, isDraft })}
      />
    </Drawer>
  );
}
