/** What was sent because of the run: the attempts, and the switch that breaks the receiver. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { allows } from '../../core/status/allowed.js';
import { keyOf } from '../../data/ask.js';
import { redeliver } from '../../data/deliveries.queries.js';
import { changeReceiver, type Demo, getDemo } from '../../data/start.queries.js';
import { useRole } from '../../data/use-session.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { startText } from '../../text/start.js';
import { Button } from '../../ui/button.js';
import { Play, Send } from '../../ui/icon.js';
import { Switch } from '../../ui/switch.js';
import { notify } from '../../ui/toast-queue.js';
import { Attempts } from './attempts.js';
import { useRunDemo } from './run-step.js';
import styles from './start-page.module.css';
import type { DemoDelivery, ShownDemo } from './use-demo.js';

const { sent: words } = startText;

export function SentStep({ shown }: { shown: ShownDemo }) {
  const { demo, delivery, executionId, run } = shown;
  return (
    <>
      <p className={styles.detail} role="status">
        {executionId === null ? words.before : outcomeText(delivery)}
      </p>
      <div className={styles.break}>
        {demo.receiver === null ? (
          <p className={styles.problem}>{words.silent}</p>
        ) : (
          <BreakSwitch shown={shown} receiver={demo.receiver} />
        )}
        <Attempts delivery={delivery} clockMs={run?.kind === 'ready' ? run.clockMs : 0} />
        <NextStep shown={shown} />
      </div>
    </>
  );
}

interface BreakSwitchProps {
  shown: ShownDemo;
  receiver: NonNullable<Demo['receiver']>;
}

function BreakSwitch({ shown: { workspaceId, demo }, receiver }: BreakSwitchProps) {
  const queryClient = useQueryClient();
  const detailId = useId();
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows');
  const change = useMutation({
    mutationFn: (broken: boolean) => changeReceiver(workspaceId, broken),
    onSuccess: ({ data }) =>
      queryClient.setQueryData(getDemo(workspaceId).queryKey, {
        data: { ...demo, receiver: data },
      }),
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  return (
    <div className={styles.switch}>
      <Switch
        tone="danger"
        isSelected={change.isPending ? change.variables : receiver.broken}
        isDisabled={!mayEdit}
        aria-describedby={detailId}
        onChange={(broken) => change.mutate(broken)}
      >
        {words.break}
      </Switch>
      <p id={detailId} className={styles.breakDetail}>
        {mayEdit ? words.breakDetail : startText.needsEditor}
      </p>
    </div>
  );
}

const isOpen = (delivery: DemoDelivery | null): boolean => delivery?.state === 'pending';

/** What to do next where nothing happens by itself. */
function NextStep({ shown }: { shown: ShownDemo }) {
  const { workspaceId, demo, delivery, start } = shown;
  const run = useRunDemo(shown);
  const mayRun = allows(useRole(workspaceId), 'runWorkflows') ? null : startText.needsEditor;
  const isBroken = demo.receiver?.broken ?? false;
  if (isBroken && !isOpen(delivery) && delivery?.state !== 'exhausted')
    return (
      <p className={styles.next}>
        <span>{words.brokenNow}</span>
        <Button icon={Play} isPending={start.isPending} disabledReason={mayRun} onPress={run}>
          {words.runBroken}
        </Button>
      </p>
    );
  if (delivery === null || delivery.state === 'succeeded' || delivery.state === 'dropped')
    return null;
  // Sent to a broken receiver it would fail again, and an attempt that is due comes by itself.
  if (isBroken || delivery.attempts.length === 0) return null;
  return (
    <p className={styles.next}>
      <span>{isOpen(delivery) && words.mended}</span>
      <SendAgain workspaceId={workspaceId} delivery={delivery} disabledReason={mayRun} />
    </p>
  );
}

interface SendAgainProps {
  workspaceId: string;
  delivery: DemoDelivery;
  disabledReason: string | null;
}

function SendAgain({ workspaceId, delivery, disabledReason }: SendAgainProps) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => redeliver(workspaceId, delivery.id),
    onSuccess: () => {
      notify(words.isSent);
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'getDelivery') });
    },
    onError: (error) => notify(failureText(error), { tone: 'error' }),
  });
  return (
    <Button
      icon={Send}
      isPending={send.isPending}
      disabledReason={disabledReason}
      onPress={() => send.mutate()}
    >
      {isOpen(delivery) ? words.sendNow : words.redeliver}
    </Button>
  );
}

function outcomeText(delivery: DemoDelivery | null): string {
  if (delivery === null || delivery.attempts.length === 0) return words.waiting;
  const { state, attemptCount, lastStatus } = delivery;
  switch (state) {
    case 'succeeded':
      return attemptCount > 1 ? words.recovered(attemptCount) : words.checked;
    case 'pending':
      return `${words.refusedWith(lastStatus)} ${words.triesAgain}`;
    case 'exhausted':
      return words.exhausted;
    case 'suppressed':
      return words.suppressed;
    case 'dropped':
      return words.dropped;
    default:
      return words.failed;
  }
}
