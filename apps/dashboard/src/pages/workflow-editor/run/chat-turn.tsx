/** One message of the chat and its answer, which streams in as the agent writes it. */
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../core/paths/paths.js';
import { executionResult } from '../../../data/executions.queries.js';
import { useRunIfAny } from '../../../data/run/use-run.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { StatusLabel } from '../../../parts/status-label/status-label.js';
import { executionStatus } from '../../../core/execution/span-status.js';
import { editorRunText } from '../../../text/editor-run.js';
import { AppLink } from '../../../ui/app-link.js';
import text from '../../../ui/text.module.css';
import { answerText } from '../model/answer-text.js';
import styles from './run.module.css';

const { chat: words } = editorRunText;

export interface ChatTurnProps {
  workspaceId: string;
  message: string;
  executionId: string;
}

export function ChatTurn({ workspaceId, message, executionId }: ChatTurnProps) {
  const state = useRunIfAny(workspaceId, executionId);
  const ledger = state?.kind === 'ready' ? state.ledger : null;
  const hasEnded = ledger !== null && ledger.end !== null;
  const result = useQuery({ ...executionResult(workspaceId, executionId), enabled: hasEnded });
  const streamed = [...(ledger?.spans.values() ?? [])].findLast((span) => span.streamed !== null);
  const error = state?.kind === 'failed' ? state.error : result.error;
  const said = result.data === undefined ? null : answerText(result.data.data.output);
  const shown = ledger?.end?.status === 'error' ? ledger.end.error?.message : said;
  return (
    <li className={styles.turn}>
      <p className={styles.said}>{message}</p>
      <p className={styles.answer} aria-live={hasEnded ? 'polite' : 'off'}>
        {shown ?? streamed?.streamed?.text ?? ''}
      </p>
      <p className={text.small}>
        <StatusLabel status={ledger === null ? 'queued' : executionStatus(ledger)} />{' '}
        <AppLink className={text.link} href={paths.execution(workspaceId, executionId)}>
          {words.open}
        </AppLink>
      </p>
      {error != null && <p className={text.error}>{failureText(error)}</p>}
    </li>
  );
}
