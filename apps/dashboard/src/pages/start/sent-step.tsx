import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../core/paths/paths.js';
import { deliveryOf } from '../../data/demo.js';
import { useLive } from '../../data/live/live-feed.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { startText } from '../../text/start.js';
import styles from './start-page.module.css';

const { sent: words } = startText;

export interface SentStepProps {
  workspaceId: string;
  workflowId: string;
  executionId: string | null;
}

/** Until the webhook is sent, for installations whose stream is not reachable. */
const askAgainMs = 1_000;

export function SentStep({ workspaceId, workflowId, executionId }: SentStepProps) {
  const queryClient = useQueryClient();
  const queryKey = [workspaceId, 'deliveryOf', executionId];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => deliveryOf(workspaceId, workflowId, executionId ?? '', signal),
    enabled: executionId !== null,
    refetchInterval: ({ state }) =>
      state.data == null || state.data.state === 'pending' ? askAgainMs : false,
  });
  useLive((message) => {
    if (message.kind === 'deliveries') void queryClient.invalidateQueries({ queryKey });
  });
  return (
    <section className={styles.step}>
      <h2>{words.title}</h2>
      <p className={styles.detail}>{words.detail}</p>
      <p role="status">{statusText(executionId, data)}</p>
      {error && <p className={styles.problem}>{failureText(error)}</p>}
      {data?.state === 'succeeded' && (
        <>
          <p className={styles.detail}>{words.signature}</p>
          <p>
            <Link to={paths.executions(workspaceId)}>{words.seeExecutions}</Link>
          </p>
        </>
      )}
    </section>
  );
}

type Sent = Awaited<ReturnType<typeof deliveryOf>> | undefined;

function statusText(executionId: string | null, delivery: Sent): string {
  if (executionId === null) return words.waitingForRun;
  if (delivery == null || delivery.state === 'pending') return words.waiting;
  return delivery.state === 'succeeded'
    ? words.done(delivery.url, delivery.lastStatus ?? 0)
    : words.failed(delivery.url, delivery.state);
}
