/** One delivery: its attempts on their axis, the bytes as sent, the answer, and how to check it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { attemptsOnAxis, readAttempt } from '../../core/delivery/attempts.js';
import { durationText } from '../../core/format/format.js';
import { paths } from '../../core/paths/paths.js';
import { allows } from '../../core/status/allowed.js';
import { useLive } from '../../data/live/live-feed.js';
import { useRole } from '../../data/use-session.js';
import { getDelivery, redeliver, sentRequest } from '../../data/webhooks.queries.js';
import { listWorkflows } from '../../data/workflows.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { StatusLabel } from '../../parts/status-label/status-label.js';
import { common } from '../../text/common.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Clock, RotateCcw, ShieldCheck, Webhook, X } from '../../ui/icon.js';
import { IconButton } from '../../ui/icon-button.js';
import { Tabs } from '../../ui/tabs.js';
import { notify } from '../../ui/toast-queue.js';
import { AttemptAxis } from './attempt-axis.js';
import { headerLines } from './request-text.js';
import { type BodyShape, BodyShapes, SentSection } from './sent-section.js';
import { VerifySection } from './verify-section.js';
import styles from './webhooks-page.module.css';

export interface DeliveryPanelProps {
  workspaceId: string;
  deliveryId: string;
  onClose: () => void;
}

const statuses: Readonly<Record<string, string>> = {
  succeeded: 'success',
  pending: 'retrying',
  suppressed: 'skipped',
  dropped: 'skipped',
};

export function DeliveryPanel({ workspaceId, deliveryId, onClose }: DeliveryPanelProps) {
  const queryClient = useQueryClient();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const options = getDelivery(workspaceId, deliveryId);
  const delivery = useQuery(options);
  const isPending = delivery.data?.data.state === 'pending';
  const workflows = useQuery(listWorkflows(workspaceId));
  const nameOf = (id: string) => workflows.data?.find((one) => one.id === id)?.name;
  const [chosen, setChosen] = useState<number | null>(null);
  const request = useQuery(sentRequest(workspaceId, deliveryId, chosen));
  const [asked, setTab] = useState<string | null>(null);
  const [shape, setShape] = useState<BodyShape>('formatted');
  const readAgain = (): void =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(deliveryId),
    });
  useLive((message) => {
    const isMeant =
      message.kind === 'resync' ||
      (message.kind === 'deliveries' && message.changes.some(({ id }) => id === deliveryId));
    if (isMeant) readAgain();
  });
  const again = useMutation({
    mutationFn: () => redeliver(workspaceId, deliveryId),
    onSuccess: () => {
      notify(isPending ? words.isSentNow : words.isRedelivered);
      readAgain();
    },
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  return (
    <aside className={styles.side} aria-label={words.delivery}>
      <Loaded query={delivery}>
        {({ data }) => {
          const attempts = data.attempts.map(readAttempt);
          const axis = attemptsOnAxis(attempts, data.nextDueAt);
          const arrived = attempts.find(({ state }) => state === 'succeeded');
          const last = attempts.reduce((most, { number }) => Math.max(most, number), 0);
          const attempt = attempts.find(({ number }) => number === (chosen ?? last)) ?? null;
          const isRefused = attempt !== null && attempt.state !== 'succeeded';
          // Of an attempt that failed, what came back is what one looks for.
          const tab = asked ?? (isRefused ? 'answer' : 'request');
          return (
            <>
              <header className={styles.sideHead}>
                <StatusLabel status={statuses[data.state] ?? 'error'} isIconOnly />
                <h2 className={styles.sideTitle}>{words.outcome(data.state, data.attemptCount)}</h2>
                <Badge isMono>{data.id.slice(-8)}</Badge>
                <span className={styles.space} />
                <Button
                  icon={RotateCcw}
                  isCompact
                  isPending={again.isPending}
                  disabledReason={mayEdit}
                  onPress={() => again.mutate()}
                >
                  {isPending ? words.sendNow : words.redeliver}
                </Button>
                <IconButton tone="ghost" icon={X} label={common.close} onPress={onClose} />
              </header>
              <section className={`${styles.section} ${styles.first}`}>
                <div className={styles.sideFacts}>
                  <Link to={paths.execution(workspaceId, data.executionId)}>
                    <Webhook {...smallIconSize} />
                    {words.execution(
                      nameOf(data.workflowId) ?? words.deletedWorkflow,
                      data.executionId.slice(-8),
                    )}
                  </Link>
                  {arrived !== undefined && (
                    <span>
                      <Clock {...smallIconSize} />
                      {words.arrivedAfter(
                        durationText(Date.parse(arrived.startedAt) - Date.parse(data.createdAt)),
                      )}
                    </span>
                  )}
                  <span>
                    <ShieldCheck {...smallIconSize} />
                    {words.sameBytes}
                  </span>
                </div>
                <AttemptAxis axis={axis} chosen={attempt?.number ?? null} onChoose={setChosen} />
              </section>
              <Tabs
                label={words.views}
                tabs={[
                  { id: 'request', label: words.request },
                  {
                    ...{ id: 'answer', label: words.answer },
                    ...(attempt !== null && {
                      count: String(attempt.status ?? words.silent),
                      ...(isRefused && { tone: 'error' as const }),
                    }),
                  },
                ]}
                chosen={tab}
                onChoose={setTab}
                end={tab === 'request' && <BodyShapes shape={shape} onChoose={setShape} />}
              >
                <section className={styles.section}>
                  {tab === 'request' ? (
                    <Loaded query={request}>
                      {({ data: sent }) => (
                        <SentSection workspaceId={workspaceId} sent={sent} shape={shape} />
                      )}
                    </Loaded>
                  ) : (
                    <CodeBlock
                      label={words.answer}
                      isWrapped
                      tone={attempt?.state === 'succeeded' ? 'quiet' : 'error'}
                      text={answerText(attempt)}
                    />
                  )}
                </section>
              </Tabs>
              <Loaded query={request}>
                {({ data: sent }) => (
                  <VerifySection
                    workspaceId={workspaceId}
                    sent={sent}
                    attempt={attempt?.number ?? last}
                  />
                )}
              </Loaded>
            </>
          );
        }}
      </Loaded>
    </aside>
  );
}

function answerText(attempt: ReturnType<typeof readAttempt> | null): string {
  if (attempt === null) return words.notTried;
  const { status, errorCode, errorMessage, responseHeaders, responseBody } = attempt;
  if (status === null) return `${errorCode ?? ''} ${errorMessage ?? words.noAnswer}`.trim();
  return [`HTTP ${status}`, headerLines(responseHeaders), '', responseBody ?? ''].join('\n').trim();
}
