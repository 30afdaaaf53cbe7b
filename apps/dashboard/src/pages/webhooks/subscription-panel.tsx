/** One subscription: what its receiver does, what can be done about it, and its deliveries. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { receiverStateOf } from '../../core/delivery/receiver-state.js';
import type { ReceiverRow } from '../../core/delivery/receivers.js';
import { pastText, relativeText } from '../../core/format/format.js';
import { allows } from '../../core/status/allowed.js';
import { receiverLookOf } from '../../core/status/receiver-look.js';
import { useRole } from '../../data/use-session.js';
import { type Subscription, testSubscription } from '../../data/webhooks.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { useNow } from '../../parts/time/use-now.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { History, Send } from '../../ui/icon.js';
import { notify } from '../../ui/toast-queue.js';
import { DeliveriesSection } from './deliveries-section.js';
import { RecoverDrawer } from './recover-drawer.js';
import { SubscriptionMenu } from './subscription-menu.js';
import { TestAnswer } from './test-answer.js';
import styles from './webhooks-page.module.css';

export interface SubscriptionPanelProps {
  workspaceId: string;
  row: ReceiverRow<Subscription>;
  /** All subscriptions of the same receiver, this one too. */
  ofReceiver: readonly Subscription[];
  delivery: string | null;
  onDelivery: (id: string) => void;
}

const tones = {
  unused: 'quiet',
  closed: 'success',
  failing: 'waiting',
  open: 'waiting',
  probing: 'waiting',
  deactivated: 'quiet',
} as const;

export function SubscriptionPanel({ workspaceId, row, ...props }: SubscriptionPanelProps) {
  const { subscription, host } = row;
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const [isRecovering, setRecovering] = useState(false);
  const test = useMutation({
    mutationFn: () => testSubscription(workspaceId, subscription),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  const state = receiverStateOf(subscription);
  const { sign, word } = receiverLookOf(state, subscription.deactivatedReason);
  return (
    <>
      <section className={styles.section} aria-label={host}>
        <div className={styles.line}>
          <h2>{host}</h2>
          <Badge tone={sign === 'error' ? 'error' : tones[state]}>{word}</Badge>
          <span className={styles.space} />
          <Button
            icon={Send}
            isCompact
            isPending={test.isPending}
            disabledReason={mayEdit}
            onPress={() => test.mutate()}
          >
            {words.test}
          </Button>
          <Button
            icon={History}
            isCompact
            disabledReason={mayEdit}
            onPress={() => setRecovering(true)}
          >
            {words.recover}
          </Button>
          <SubscriptionMenu workspaceId={workspaceId} subscription={subscription} />
        </div>
        <p className={styles.says}>
          <Standing {...subscription} />
        </p>
        {test.data !== undefined && <TestAnswer answer={test.data.data} />}
      </section>
      <DeliveriesSection
        workspaceId={workspaceId}
        subscription={subscription}
        chosen={props.delivery}
        onChoose={props.onDelivery}
      />
      {isRecovering && (
        <RecoverDrawer
          workspaceId={workspaceId}
          subscription={subscription}
          host={host}
          ofReceiver={props.ofReceiver}
          onClose={() => setRecovering(false)}
        />
      )}
    </>
  );
}

function Standing(subscription: Subscription) {
  const nowMs = useNow();
  const { breaker, suppressed = 0, offSince, deactivatedReason, lastAttempt } = subscription;
  const state = receiverStateOf(subscription);
  // Only the service gives a reason of its own; the breaker has that of a person too.
  const reason = deactivatedReason ?? breaker?.reason ?? null;
  const when = (at: string | null | undefined): string =>
    at == null ? '' : relativeText(at, nowMs);
  switch (state) {
    case 'unused':
    case 'closed':
      return words.standing.closed;
    case 'failing':
      return words.standing.failing(
        lastAttempt?.status ?? null,
        lastAttempt == null ? '' : pastText(lastAttempt.at, nowMs),
      );
    case 'open':
    case 'probing':
      return words.standing.held(
        when(breaker?.since),
        breaker?.heldBack ?? 0,
        when(breaker?.nextProbeAt),
      );
    case 'deactivated':
      return words.standing.off(
        when(offSince),
        reason === null ? null : (words.offReason[reason] ?? reason),
        suppressed,
      );
  }
}
