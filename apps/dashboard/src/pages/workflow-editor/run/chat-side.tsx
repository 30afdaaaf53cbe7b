/** A conversation with the workflow, its draft or its version. It lasts as long as the panel. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../../core/status/allowed.js';
import { startTrial } from '../../../data/trials.queries.js';
import { useRole } from '../../../data/use-session.js';
import { getWorkflow, startChat } from '../../../data/workflow.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorRunText } from '../../../text/editor-run.js';
import { Button } from '../../../ui/button.js';
import { Send } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { Segment } from '../../../ui/segment.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { TextArea } from '../../../ui/text-area.js';
import { useEditorOf } from '../store/editor-context.js';
import { ChatTurn, type ChatTurnProps } from './chat-turn.js';
import styles from './run.module.css';
import { useRuns } from './runs-context.js';

const { chat: words, needsEditor } = editorRunText;

type Turn = Omit<ChatTurnProps, 'workspaceId'>;

export function ChatSide({ onClose }: { onClose: () => void }) {
  const { workspaceId, workflowId, flush } = useEditorOf();
  const { choose } = useRuns();
  const isAllowed = allows(useRole(workspaceId), 'runWorkflows');
  const version = useQuery(getWorkflow(workspaceId, workflowId)).data?.data.deployedVersion ?? null;
  const [isDraft, setDraft] = useState(true);
  const [message, setMessage] = useState('');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [conversationId] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: async (input: string) => {
      await flush();
      const inputText = JSON.stringify({ input, conversationId });
      const start = isDraft ? startTrial : startChat;
      return start(workspaceId, workflowId, { inputText, usePins: true });
    },
    onSuccess: ({ executionId }, input) => {
      setTurns([...turns, { message: input, executionId }]);
      setMessage('');
      if (isDraft) choose(executionId);
    },
  });
  const text = message.trim();
  const reason = isAllowed ? (text === '' ? words.write : null) : needsEditor;
  const submit = (): void => {
    if (reason === null && !send.isPending) send.mutate(text);
  };
  return (
    <SidePanel title={words.title} onClose={onClose}>
      <SideSection>
        <Segment
          label={words.what}
          choices={[
            { id: 'draft', label: words.draft },
            ...(version === null ? [] : [{ id: 'version', label: words.version(version) }]),
          ]}
          chosen={isDraft ? 'draft' : 'version'}
          onChoose={(id) => setDraft(id === 'draft')}
        />
        <ol className={styles.turns} aria-label={words.turns}>
          {turns.map((turn) => (
            <ChatTurn key={turn.executionId} workspaceId={workspaceId} {...turn} />
          ))}
        </ol>
        {send.error !== null && (
          <Notice tone="error" title={words.failed} detail={failureText(send.error)} />
        )}
        <TextArea
          label={words.message}
          hint={words.sendHint}
          value={message}
          onChange={setMessage}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <Button
          tone="primary"
          icon={Send}
          isPending={send.isPending}
          disabledReason={reason}
          onPress={submit}
        >
          {words.send}
        </Button>
      </SideSection>
    </SidePanel>
  );
}
