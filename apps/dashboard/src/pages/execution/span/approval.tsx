/** A person is asked: what, until when, and the answer, right here. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Span } from '../../../core/execution/execution-ledger.js';
import { relativeText } from '../../../core/format/format.js';
import { allows } from '../../../core/status/allowed.js';
import { answerApproval, waitingApprovals } from '../../../data/approvals.queries.js';
import { useRole } from '../../../data/use-session.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { executionText } from '../../../text/execution.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';
import { TextArea } from '../../../ui/text-area.js';
import { notify } from '../../../ui/toast-queue.js';
import { readJson } from '../model/read-json.js';
import type { ShownExecution } from '../shown-execution.js';
import styles from './span.module.css';

const { approval: words, header } = executionText;

export interface ApprovalProps {
  execution: ShownExecution;
  span: Span;
  nowMs: number;
}

export function Approval({ execution, span, nowMs }: ApprovalProps) {
  const { workspaceId, head } = execution;
  const { blockId, iteration } = span;
  const role = useRole(workspaceId);
  const [written, setWritten] = useState<string | null>(null);
  const { data } = useQuery(waitingApprovals(workspaceId));
  const asked = data?.data.find(
    (one) =>
      one.executionId === head.executionId &&
      one.blockId === blockId &&
      one.iteration === iteration,
  );
  const answer = useMutation({
    mutationFn: (value: unknown) =>
      answerApproval(workspaceId, head.executionId, { blockId, iteration, data: value }),
    // What follows comes by the stream.
    onSuccess: () => notify(words.answered),
  });
  const value = written === null ? null : readJson(written);
  const disabledReason = allows(role, 'runWorkflows') ? null : header.mustEdit;
  const shared = { isPending: answer.isPending, disabledReason };
  return (
    <SideSection title={words.title}>
      {asked?.message != null && <p className={styles.asked}>{asked.message}</p>}
      {asked?.expiresAt != null && (
        <p className={styles.explain}>{words.expires(relativeText(asked.expiresAt, nowMs))}</p>
      )}
      {written !== null && (
        <TextArea
          label={words.answer}
          hint={words.answerHint}
          problem={value?.isJson === false ? words.notJson : null}
          value={written}
          onChange={setWritten}
          isMono
        />
      )}
      {answer.error !== null && <Notice tone="error" title={failureText(answer.error)} />}
      <div className={styles.actions}>
        {written === null ? (
          <>
            <Button {...shared} tone="primary" onPress={() => answer.mutate({ approved: true })}>
              {words.approve}
            </Button>
            <Button {...shared} onPress={() => answer.mutate({ approved: false })}>
              {words.reject}
            </Button>
            <Button
              tone="ghost"
              disabledReason={disabledReason}
              onPress={() => setWritten(emptyAnswer)}
            >
              {words.other}
            </Button>
          </>
        ) : (
          <Button
            {...shared}
            tone="primary"
            disabledReason={disabledReason ?? (value?.isJson === true ? null : words.notJson)}
            onPress={() => value?.isJson === true && answer.mutate(value.value)}
          >
            {words.send}
          </Button>
        )}
      </div>
    </SideSection>
  );
}

const emptyAnswer = '{\n  "approved": true\n}';
